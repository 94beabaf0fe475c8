/** Addresses, headers, bodies, lists, imports: what can be wrong with a request, whatever it is about. */
export const requests: Readonly<Record<string, string>> = {
  'The request cannot be understood.': 'Die Anfrage ist nicht verständlich.',
  'The body is not valid JSON.': 'Der Inhalt ist kein gültiges JSON.',
  'The body is not valid JSON: {0}.': 'Der Inhalt ist kein gültiges JSON: {0}.',
  'it ends too early': 'Er endet zu früh',
  'unexpected character {0}': 'unerwartetes Zeichen {0}',
  '{0}{1}, at line {2}, column {3}': '{0}{1}, in Zeile {2}, Spalte {3}',
  'The body is not valid UTF-8.': 'Der Inhalt ist kein gültiges UTF-8.',
  'The body must not contain the keys "__proto__" or "constructor" with "prototype" inside.':
    'Der Inhalt darf die Namen „__proto__“ oder „constructor“ mit „prototype“ darin nicht enthalten.',
  'The body is nested deeper than {0} levels.': 'Der Inhalt ist tiefer als {0} Ebenen verschachtelt.',
  'An object in the body has more than {0} fields. Send only fields that are documented.':
    'Ein Objekt im Inhalt hat mehr als {0} Felder. Senden Sie nur Felder, die beschrieben sind.',
  'A list in the body has more than {0} entries. Send fewer in one request.':
    'Eine Liste im Inhalt hat mehr als {0} Einträge. Senden Sie weniger in einer Anfrage.',
  'The body has more than {0} values. Divide it into several requests.':
    'Der Inhalt hat mehr als {0} Werte. Teilen Sie ihn auf mehrere Anfragen auf.',
  'The body is more than {0} times as large as its compressed form. Send it without compression.':
    'Der Inhalt ist mehr als {0}-mal so groß wie komprimiert. Senden Sie ihn ohne Kompression.',
  'The body is too large.': 'Der Inhalt ist zu groß.',
  'The body is not valid gzip, as its Content-Encoding says.':
    'Der Inhalt ist kein gültiges gzip, wie es Content-Encoding angibt.',
  'The body is not as long as the Content-Length header says.':
    'Der Inhalt ist nicht so lang, wie Content-Length angibt.',
  'The Content-Encoding "{0}" is not supported: compress the body by gzip, or not at all.':
    'Content-Encoding „{0}“ wird nicht unterstützt: Komprimieren Sie den Inhalt mit gzip oder gar nicht.',
  'Send a JSON object as the body.': 'Senden Sie ein JSON-Objekt als Inhalt.',
  'Send the body as JSON with the header Content-Type: application/json.':
    'Senden Sie den Inhalt als JSON mit dem Header Content-Type: application/json.',
  'A parameter is not valid.': 'Ein Parameter ist nicht gültig.',
  'There are more than {0} parameters.': 'Es sind mehr als {0} Parameter.',
  'Parameters must not contain control characters.': 'Parameter dürfen keine Steuerzeichen enthalten.',
  '"{0}" is not a valid part of an address: % must be followed by two hexadecimal digits of valid UTF-8.':
    '„{0}“ ist kein gültiger Teil einer Adresse: Auf % müssen zwei hexadezimale Ziffern von gültigem UTF-8 folgen.',
  'There is no parameter {0} here.{1}': 'Hier gibt es keinen Parameter {0}.{1}',
  'There is no parameter {0} here.': 'Hier gibt es keinen Parameter {0}.',
  'A dry run of this action is not possible. Send the request without dryRun.':
    'Ein Probelauf ist bei dieser Aktion nicht möglich. Senden Sie die Anfrage ohne dryRun.',
  'dryRun must be true or false, not {0}.': 'dryRun muss true oder false sein, nicht {0}.',
  'An operation of the batch was refused, so nothing was done.':
    'Eine Operation des Stapels wurde abgelehnt, darum wurde nichts ausgeführt.',
  'Operation {0} of the batch was refused, so nothing was done: {1}':
    'Operation {0} des Stapels wurde abgelehnt, darum wurde nichts ausgeführt: {1}',
  'There is no earlier operation with the ref "{0}".': 'Es gibt keine frühere Operation mit dem ref „{0}“.',
  'The result of the operation "{0}" has no field "{1}".': 'Das Ergebnis der Operation „{0}“ hat kein Feld „{1}“.',
  'The body must be an object.': 'Der Inhalt muss ein Objekt sein.',
  'Send at least one row.': 'Senden Sie mindestens eine Zeile.',
  'A row must be an object.': 'Eine Zeile muss ein Objekt sein.',
  'Send the unique field by which rows are found as key: {0}.':
    'Senden Sie als key das eindeutige Feld, über das Zeilen gefunden werden: {0}.',
  'A row that is found by {0} must have it as a text.':
    'Eine Zeile, die über {0} gefunden wird, muss es als Text enthalten.',
  'Line {0} is not valid JSON.': 'Zeile {0} ist kein gültiges JSON.',
  'The first line must be an object such as {"action": "create"}.':
    'Die erste Zeile muss ein Objekt sein, zum Beispiel {"action": "create"}.',
  'Send at least one operation.': 'Senden Sie mindestens eine Operation.',
  'A ref must begin with a letter and have letters, digits, - and _, such as order-1.':
    'Ein ref muss mit einem Buchstaben beginnen und aus Buchstaben, Ziffern, - und _ bestehen, zum Beispiel order-1.',
  'Two operations have the ref "{0}". Give each its own.':
    'Zwei Operationen haben den ref „{0}“. Geben Sie jeder einen eigenen.',
  'An operation cannot be part of a batch. Send it as a request of its own.':
    'Eine Operation kann nicht Teil eines Stapels sein. Senden Sie sie als eigene Anfrage.',
  'There is no parameter "{0}" here: the response is the whole list.':
    'Hier gibt es keinen Parameter „{0}“: Es kommt immer die ganze Liste.',
  'The cursor lies after the newest event, so the data is an older copy than the one it was read from. Start again without a cursor.':
    'Der Cursor liegt hinter dem neuesten Ereignis; die Daten sind also eine ältere Kopie als die, aus der er stammt. Beginnen Sie ohne Cursor von vorn.',
  'The cursor was read before the database was restored from a backup, and events after it were undone. Start again without a cursor.':
    'Der Cursor stammt aus der Zeit, bevor die Datenbank aus einer Sicherung wiederhergestellt wurde; Ereignisse nach ihm wurden rückgängig gemacht. Beginnen Sie ohne Cursor von vorn.',
  'resources contains {0}, which has no events.{1}': 'resources enthält {0}; dazu gibt es keine Ereignisse.{1}',
  'types contains {0}, which is no type of event.{1}': 'types enthält {0}; das ist keine Art von Ereignis.{1}',
  '{0} requests of this user are waiting for events already. End one of them, or send wait=0.':
    'Es warten schon {0} Anfragen dieses Benutzers auf Ereignisse. Beenden Sie eine davon oder senden Sie wait=0.',
  'Too many requests are waiting for events. Try again in a moment, or send wait=0.':
    'Zu viele Anfragen warten auf Ereignisse. Versuchen Sie es gleich noch einmal oder senden Sie wait=0.',
  'The parameter {0} is given more than once.': 'Der Parameter {0} kommt mehrmals vor.',
  'A filter is not valid.': 'Ein Filter ist nicht gültig.',
  'A list takes at most {0} filters.': 'Eine Liste nimmt höchstens {0} Filter an.',
  '{0} cannot be filtered by {1}.{2}': '{0} können nicht nach {1} gefiltert werden.{2}',
  '{0} have no action {1}.{2}': '{0} haben keine Aktion {1}.{2}',
  'Send one message at a time: batches are not supported.':
    'Senden Sie die Nachrichten einzeln: Mehrere auf einmal werden nicht unterstützt.',
  'Pages of {0} may not call this address. An administrator can allow it by KONTOR_CORS_ORIGINS.':
    'Seiten von {0} dürfen diese Adresse nicht aufrufen. Der Administrator kann es durch KONTOR_CORS_ORIGINS erlauben.',
  'There is no operator {0}.{1} Use one of {2}.':
    'Es gibt keinen Operator {0}.{1} Verwenden Sie einen von diesen: {2}.',
  '{0} is computed and has no text to match. Use another operator.':
    '{0} wird berechnet und hat keinen Text zum Vergleichen. Verwenden Sie einen anderen Operator.',
  '"in" takes at most {0} values.': '„in“ nimmt höchstens {0} Werte an.',
  'A filter must not contain control characters.': 'Ein Filter darf keine Steuerzeichen enthalten.',
  'A pattern must have at most {0} characters.': 'Ein Muster darf höchstens {0} Zeichen haben.',
  '{0} must be a whole number from 1.': '{0} muss eine ganze Zahl ab 1 sein.',
  '{0} must be one of {1}.': '{0} muss einer dieser Werte sein: {1}.',
  'updatedSince must be a date or a point in time such as 2026-01-31T09:30:00Z.':
    'updatedSince muss ein Datum oder ein Zeitpunkt wie 2026-01-31T09:30:00Z sein.',
  'search must have at most {0} characters.': 'search darf höchstens {0} Zeichen haben.',
  'search must not contain control characters.': 'search darf keine Steuerzeichen enthalten.',
  'search takes at most {0} words.': 'search nimmt höchstens {0} Wörter an.',
  'The list cannot be sorted that way.': 'So kann die Liste nicht sortiert werden.',
  '{0} cannot be sorted by {1}.{2} Sort by one of {3}.':
    '{0} können nicht nach {1} sortiert werden.{2} Möglich sind: {3}.',
  '{0} have no field {1}.{2}': '{0} haben kein Feld {1}.{2}',
  'include contains {0}; allowed: {1}.': 'include enthält {0}; erlaubt: {1}.',
  'expand contains {0}.{1} These can be expanded: {2}.': 'expand enthält {0}.{1} Möglich sind: {2}.',
  'expand takes at most {0} references.': 'expand nimmt höchstens {0} Verweise an.',
  'Send either page or cursor, not both.': 'Senden Sie entweder page oder cursor, nicht beides.',
  'The cursor is not valid for this list. Start again without a cursor.':
    'Der Cursor gilt nicht für diese Liste. Beginnen Sie noch einmal ohne Cursor.',
  'This cursor is not valid for this list.': 'Dieser Cursor gilt nicht für diese Liste.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'There is nothing at {0} {1}.': 'Unter {0} {1} gibt es nichts.',
  'There is no {0} "{1}".': 'Nicht gefunden: {0} „{1}“.',
  'There is no {0} with this id.': 'Nicht gefunden: {0} mit dieser ID.',
  'There is no resource "{0}" that you may read.{1}': 'Es gibt keine Ressource „{0}“, die Sie lesen dürfen.{1}',
  'This address does not answer to this method.': 'Diese Adresse kennt diese Methode nicht.',
  '{0} is not possible here. Possible: {1}.': '{0} ist hier nicht möglich. Möglich sind: {1}.',
  'The address is too long.': 'Die Adresse ist zu lang.',
  'The address is not valid: a % must be followed by two hexadecimal digits, and together they must be valid UTF-8.':
    'Die Adresse ist nicht gültig: Auf % müssen zwei hexadezimale Ziffern folgen, die zusammen gültiges UTF-8 ergeben.',
  'The address is not valid: characters such as a space or a letter outside ASCII must be percent-encoded.':
    'Die Adresse ist nicht gültig: Zeichen wie ein Leerzeichen oder Buchstaben außerhalb von ASCII müssen mit % kodiert werden.',
  'The address and the headers of the request are too large.': 'Adresse und Header der Anfrage sind zu groß.',
  'The request headers are too large.': 'Die Header der Anfrage sind zu groß.',
  'The request did not arrive in time.': 'Die Anfrage kam nicht rechtzeitig an.',
  'The request does not begin with the name of an HTTP method.':
    'Die Anfrage beginnt nicht mit dem Namen einer HTTP-Methode.',
  'This version of HTTP is not supported. Use HTTP/1.1.':
    'Diese Version von HTTP wird nicht unterstützt. Verwenden Sie HTTP/1.1.',
  'A header of the request is not valid.': 'Ein Header der Anfrage ist nicht gültig.',
  'The Transfer-Encoding header is not valid here.': 'Der Header Transfer-Encoding ist hier nicht gültig.',
  'CONNECT is not supported: this server is not a proxy.':
    'CONNECT wird nicht unterstützt: Dieser Server ist kein Proxy.',
  'The Host header is missing.': 'Der Header Host fehlt.',
  'The request has more than one Host header.': 'Die Anfrage hat mehr als einen Header Host.',
  'The Idempotency-Key must have 1 to {0} characters.': 'Der Idempotency-Key muss 1 bis {0} Zeichen haben.',
  'The Idempotency-Key was used before for a different request. Use a new key.':
    'Der Idempotency-Key wurde schon für eine andere Anfrage verwendet. Verwenden Sie einen neuen.',
  'A request with this Idempotency-Key is still running. Try again in a moment.':
    'Eine Anfrage mit diesem Idempotency-Key läuft noch. Versuchen Sie es gleich noch einmal.',
  'The record has changed since you read it. Read it again and repeat your change.':
    'Der Datensatz hat sich geändert, seit Sie ihn gelesen haben. Lesen Sie ihn neu und wiederholen Sie Ihre Änderung.',
  'The record has changed since you read it; it is now at version {0}. Read it again and repeat your change.':
    'Der Datensatz hat sich geändert, seit Sie ihn gelesen haben: Er hat jetzt Version {0}. Lesen Sie ihn neu und wiederholen Sie Ihre Änderung.',
  'There is no record yet that If-Match could match.':
    'Es gibt noch keinen Datensatz, auf den If-Match zutreffen könnte.',
  'Too many requests.': 'Zu viele Anfragen.',
  'The limit of {0} requests per day is reached. Try again in {1}.':
    'Die Grenze von {0} Anfragen am Tag ist erreicht. Versuchen Sie es in {1} noch einmal.',
  'The limit of {0} requests per minute is reached. Try again in {1}.':
    'Die Grenze von {0} Anfragen in der Minute ist erreicht. Versuchen Sie es in {1} noch einmal.',
  'Something went wrong on our side. Tell support the request id.':
    'Auf dem Server ist ein Fehler aufgetreten. Nennen Sie dem Support die Nummer der Anfrage.',
  'Something went wrong on our side.': 'Auf dem Server ist ein Fehler aufgetreten.',
  'The service cannot reach its database just now. Try again in a moment.':
    'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'The disk of the server is full, so nothing was changed. Reading still works. Ask the administrator to free space.':
    'Der Datenträger des Servers ist voll, deshalb wurde nichts geändert. Lesen ist weiterhin möglich. Bitten Sie die Administration, Platz zu schaffen.',
  'More writes are waiting than can be carried out soon. Nothing was done; try again in a moment.':
    'Es warten mehr Änderungen, als bald ausgeführt werden können. Es wurde nichts geändert; versuchen Sie es gleich noch einmal.',
  'The database did not confirm the commit, so the change may or may not have been saved. Repeat the request only with the same Idempotency-Key; without one, check first whether the change was saved.':
    'Die Datenbank hat das Speichern nicht bestätigt. Die Änderung kann gespeichert sein oder nicht. Wiederholen Sie die Anfrage nur mit demselben Idempotency-Key; ohne ihn sehen Sie zuerst nach, ob die Änderung gespeichert ist.',
  'Kontor is stopping.': 'Kontor wird beendet.',
  'Kontor cannot reach its database.': 'Kontor erreicht seine Datenbank nicht.',
  'KONTOR_SECRET has been changed on another node. Restart this one with the same secret.':
    'KONTOR_SECRET wurde auf einem anderen Knoten geändert. Starten Sie diesen mit demselben Geheimnis neu.',
  'Send the token of KONTOR_METRICS_TOKEN as Authorization: Bearer.':
    'Senden Sie das Token von KONTOR_METRICS_TOKEN als Authorization: Bearer.',
  'There are items or customers already: demo data is for an empty company.':
    'Es gibt schon Artikel oder Kunden: Demodaten sind für ein leeres Unternehmen.',
  'This server cannot send e-mail. An administrator must set KONTOR_SMTP_URL and KONTOR_MAIL_FROM.':
    'Dieser Server kann keine E-Mails senden. Die Administration muss KONTOR_SMTP_URL und KONTOR_MAIL_FROM setzen.',

  'This import is still running. Cancel it first.': 'Dieser Import läuft noch. Brechen Sie ihn zuerst ab.',
  'This import is still running. Wait until it is done, or cancel it.':
    'Dieser Import läuft noch. Warten Sie, bis er fertig ist, oder brechen Sie ihn ab.',
  'The rows of this import are no longer kept. Send them again.':
    'Die Zeilen dieses Imports sind nicht mehr gespeichert. Senden Sie sie noch einmal.',
  'The file is not an Excel file (.xlsx). Save the table as .xlsx, or send it as CSV.':
    'Die Datei ist keine Excel-Datei (.xlsx). Speichern Sie die Tabelle als .xlsx, oder senden Sie sie als CSV.',
  'The file is protected by a password, or has the old Excel format (.xls). Save it as .xlsx without a password.':
    'Die Datei ist durch ein Kennwort geschützt oder hat das alte Excel-Format (.xls). Speichern Sie sie als .xlsx ohne Kennwort.',
  'The Excel file contains too much to be read at once. Split it, or send the table as CSV.':
    'Die Excel-Datei enthält zu viel, um auf einmal gelesen zu werden. Teilen Sie sie, oder senden Sie die Tabelle als CSV.',
  'The Excel file is damaged and cannot be read. Open it in a spreadsheet, save it as .xlsx, and send it again.':
    'Die Excel-Datei ist beschädigt und kann nicht gelesen werden. Öffnen Sie sie in einer Tabellenkalkulation, speichern Sie sie als .xlsx, und senden Sie sie noch einmal.',
  'Another Excel file of yours waits to be read. Send this one when that one is done.':
    'Eine andere Excel-Datei von Ihnen wartet darauf, gelesen zu werden. Senden Sie diese, wenn jene fertig ist.',
  'The file is not valid UTF-8.': 'Die Datei ist kein gültiges UTF-8.',
  'Line {0} of the file is not a JSON object.': 'Zeile {0} der Datei ist kein JSON-Objekt.',
  'The cell contains the error {0}. Correct it.': 'Die Zelle enthält den Fehler {0}. Korrigieren Sie sie.',
  'for=spreadsheet needs a table: use format=xlsx or format=csv.':
    'for=spreadsheet braucht eine Tabelle: Verwenden Sie format=xlsx oder format=csv.',
  'An Excel file can have at most {0} cells here. Filter the records, choose fewer fields, or use format=csv, which has no limit.':
    'Eine Excel-Datei kann hier höchstens {0} Zellen haben. Filtern Sie die Datensätze, wählen Sie weniger Felder, oder verwenden Sie format=csv, das keine Grenze hat.',
  'The row has {0} cells, but there are {1} columns.': 'Die Zeile hat {0} Zellen, aber es gibt {1} Spalten.',
  'Row {0} has the same {1}. Keep one of these rows, and the rows of a document together.':
    'Zeile {0} hat denselben Wert von {1}. Behalten Sie eine dieser Zeilen, und halten Sie die Zeilen eines Belegs zusammen.',
  'There is no {0} with the id "{1}". For a file of another Kontor choose another key, such as a code.':
    'Nicht gefunden: {0} mit der id „{1}“. Wählen Sie für eine Datei aus einem anderen Kontor einen anderen Schlüssel, etwa eine Nummer.',
  'The id "{0}" belongs to another {1} than the key of the row. Correct one of them.':
    'Die id „{0}“ gehört zu einem anderen Datensatz ({1}) als der Schlüssel der Zeile. Korrigieren Sie eines von beiden.',
  '{0} must be {1}, not {2}. {3}': '{0} muss {1} sein, nicht {2}. {3}',
  'All amounts are in the currency of the company.': 'Alle Beträge sind in der Währung des Unternehmens.',
  'The file must have at most {0} rows. Split it.': 'Die Datei darf höchstens {0} Zeilen haben. Teilen Sie sie.',
  'The file must have at most {0} cells. Split it.': 'Die Datei darf höchstens {0} Zellen haben. Teilen Sie sie.',
  'The cells must have at most {0} characters. Split the file.':
    'Die Zellen dürfen zusammen höchstens {0} Zeichen haben. Teilen Sie die Datei.',
  'Row {0} is longer than {1} characters. Shorten it, or check its quotation marks.':
    'Zeile {0} ist länger als {1} Zeichen. Kürzen Sie sie, oder prüfen Sie ihre Anführungszeichen.',
  'Line {0} of the file cannot be read. {1}': 'Zeile {0} der Datei kann nicht gelesen werden. {1}',
  'Line {0} of the file has more than {1} values.': 'Zeile {0} der Datei hat mehr als {1} Werte.',
  'The file has more than {0} rows without values. Delete them.':
    'Die Datei hat mehr als {0} Zeilen ohne Werte. Löschen Sie sie.',
  'There is no {0} with this {1}.': 'Nicht gefunden: {0} mit diesem Wert von {1}.',
  'The session that started this import was ended': 'Die Sitzung, die diesen Import gestartet hat, wurde beendet',
  'The API key that started this import was revoked or has expired':
    'Der API-Schlüssel, der diesen Import gestartet hat, wurde widerrufen oder ist abgelaufen',
  'The app that started this import was disconnected': 'Die App, die diesen Import gestartet hat, wurde getrennt',
  '{0}, or its user may no longer sign in. Run the import again to continue.':
    '{0}, oder ihr Benutzer darf sich nicht mehr anmelden. Starten Sie den Import neu, um fortzufahren.',
  'More than one record of {0} has this {1}.': 'Mehr als ein Datensatz unter {0} hat diesen Wert von {1}.',
  'The table has no column "{0}".{1}': 'Die Tabelle hat keine Spalte „{0}“.{1}',
  'There is no field "{0}" to be filled.{1}': 'Es gibt kein Feld „{0}“, das gefüllt werden kann.{1}',
  'The column "{0}" is already mapped to {1}.': 'Die Spalte „{0}“ ist schon {1} zugeordnet.',
  'No column is mapped to a field.': 'Keine Spalte ist einem Feld zugeordnet.',
  '"{0}" cannot be part of the key: use simple fields that a column is mapped to.':
    '„{0}“ kann nicht Teil des Schlüssels sein: Verwenden Sie einfache Felder, denen eine Spalte zugeordnet ist.',
  'Send a row with the names of the columns, and at least one row below it.':
    'Senden Sie eine Zeile mit den Namen der Spalten und mindestens eine Zeile darunter.',
  'The text cannot be read as CSV: {0}.': 'Der Text kann nicht als CSV gelesen werden: {0}.',
  'The table must have at most {0} columns.': 'Die Tabelle darf höchstens {0} Spalten haben.',
  'The column "{0}" occurs more than once.': 'Die Spalte „{0}“ kommt mehrmals vor.',
  'Resource must be one of {0}.': 'resource muss einer dieser Werte sein: {0}.',
  'The key that identifies the {0} of a row is missing.':
    'Es fehlt der Schlüssel, der sagt, wozu eine Zeile gehört ({0}).',
  'Map a column that identifies {0}, or name such fields as key.':
    'Ordnen Sie eine Spalte zu, die {0} unterscheidet, oder nennen Sie die Felder als key.',
  'locale must be a language tag such as de-DE.': 'locale muss ein Sprachkürzel wie de-DE sein.',
  'timeZone must be a name such as Europe/Berlin.': 'timeZone muss ein Name wie Europe/Berlin sein.',
}
