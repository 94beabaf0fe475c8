/** Records and documents: their states, amounts and stock. */
export const business: Readonly<Record<string, string>> = {
  'The record cannot move to that status.': 'Der Datensatz kann diesen Status nicht bekommen.',
  'This {0} has the status "{1}" and cannot become "{2}". {3}':
    '{0} hat den Status „{1}“ und kann nicht „{2}“ werden. {3}',
  'It can become {0}.': 'Möglich sind: {0}.',
  'It stays as it is.': 'Es bleibt dabei.',
  'In its present state the document cannot be changed that way.':
    'In seinem jetzigen Zustand kann der Beleg so nicht geändert werden.',
  'In this {0}{1}, {2}.': '{0}{1}: {2}.',
  ' with the status "{0}"': ' mit dem Status „{0}“',
  'only {0} may change': 'Nur noch {0} kann geändert werden',
  'nothing may change': 'Nichts kann mehr geändert werden',
  'The record is used by others and cannot be deleted.':
    'Der Datensatz wird von anderen verwendet und kann nicht gelöscht werden.',
  'This {0} cannot be deleted because it is used by {1}.{2}': '{0} kann nicht gelöscht werden, verwendet von: {1}.{2}',
  ' Make the {0} inactive instead.': ' Setzen Sie den Datensatz stattdessen auf inaktiv.',
  'records that your role may not read': 'Datensätzen, die Ihre Rolle nicht lesen darf',
  'voided {0}': '{0} (storniert)',
  'a voided one': 'einer stornierten',
  'Records that use it: {0}.': 'Davon verwendet: {0}.',
  'No {0} can be deleted.': 'Das kann nicht gelöscht werden ({0}).',

  'A record that is used here is inactive.': 'Ein Datensatz, der hier verwendet wird, ist inaktiv.',
  '{0} {1} is inactive. Activate the {2} or choose another one.':
    '{0} {1} ist inaktiv. Aktivieren Sie den Datensatz oder wählen Sie einen anderen.',
  'Item {0} is inactive.': 'Artikel {0} ist inaktiv.',
  '{0} Activate it or choose another one.': '{0} Aktivieren Sie ihn oder wählen Sie einen anderen.',
  'Item {0} is inactive. Activate it first.': 'Artikel {0} ist inaktiv. Aktivieren Sie ihn zuerst.',
  'Customer {0} is inactive. Activate the customer first.': 'Kunde {0} ist inaktiv. Aktivieren Sie ihn zuerst.',
  'The total is not the one that you expected.': 'Die Summe ist nicht die, die Sie erwartet haben.',
  'The total is {0}, not {1} as you expected.': 'Die Summe ist {0}, nicht {1}, wie Sie erwartet haben.',
  'The total would be more than {0}.': 'Die Summe wäre größer als {0}.',
  'amount {0}, tax {1}': 'Betrag {0}, Steuer {1}',
  'The {0} has the status "{1}". Cancel it before you delete it.':
    '{0} hat den Status „{1}“. Stornieren Sie, bevor Sie löschen.',
  'The page would show the field "{0}", which your role may not see. Read the {1} itself instead.':
    'Die Seite würde das Feld „{0}“ zeigen, das Ihre Rolle nicht sehen darf. Öffnen Sie stattdessen den Datensatz selbst ({1}).',
  '{0} has no such line.': '{0} hat keine solche Position.',
  'Name the line, or its item.': 'Nennen Sie die Position oder ihren Artikel.',
  '{0} of {1} is more than the {2} {3} left to be {4}.':
    '{0} von {1} ist mehr als die {2} {3}, die noch {4} werden können.',
  '{0} of {1} is more than the {2} left to be {3}.': '{0} von {1} ist mehr als die {2}, die noch {3} werden können.',
  'Enter at most {0}.': 'Geben Sie höchstens {0} ein.',
  'The {0} {1}': '{0} {1}',
  'The {0} {1} has the status "{2}". {3}': '{0} {1} hat den Status „{2}“. {3}',
  'Nothing of it can be {0}.': 'Davon kann nichts {0} werden.',
  'Nothing of the {0} {1} is left to be {2}.': '{0} {1}: Es ist nichts übrig, was noch {2} werden kann.',
  'Some of it has been {0}{1}. {2}': 'Ein Teil davon ist {0}{1}. {2}',
  'Close the order instead, or undo the delivery first.':
    'Schließen Sie den Auftrag ab oder stornieren Sie zuerst die Lieferung.',
  'Void the invoice first.': 'Stornieren Sie zuerst die Rechnung.',
  delivered: 'geliefert',
  invoiced: 'berechnet',
  ordered: 'beauftragt',
  'Cancel the order first.': 'Stornieren Sie zuerst den Auftrag.',
  'Offer it again first.': 'Bieten Sie es zuerst wieder an.',
  'All of the quotation has been ordered already.': 'Das Angebot ist schon ganz beauftragt.',
  'All of the quotation {0} has been ordered already{1}. Cancel an order to order it again.':
    'Angebot {0} ist schon ganz beauftragt{1}. Stornieren Sie einen Auftrag, um es neu zu beauftragen.',
  'The quotation has the status "{0}". Reject it before you delete it.':
    'Das Angebot hat den Status „{0}“. Lehnen Sie es ab, bevor Sie es löschen.',
  'Valid until must not be before the quotation date.': '„Gültig bis“ darf nicht vor dem Angebotsdatum liegen.',
  'The quotation {0} was valid until {1}.': 'Angebot {0} war gültig bis {1}.',

  "The order would exceed the customer's credit limit.": 'Der Auftrag würde das Kreditlimit des Kunden überschreiten.',
  "The order would exceed the customer's credit limit of {0} by {1}.":
    'Der Auftrag würde das Kreditlimit des Kunden von {0} um {1} überschreiten.',
  'The customer is on credit hold.': 'Der Kunde hat eine Liefersperre.',
  '{0} is on credit hold. Lift the hold first.': '{0} hat eine Liefersperre. Heben Sie sie zuerst auf.',
  'A line of the kind "{0}" has no item.': 'Eine Position der Art „{0}“ hat keinen Artikel.',
  'Enter a line with an item or an amount.': 'Geben Sie eine Position mit einem Artikel oder einem Betrag ein.',
  'Delivery date must not be before the order date.': 'Das Lieferdatum darf nicht vor dem Auftragsdatum liegen.',
  'The order is closed and stays on record. Open it again and cancel it, if nothing was delivered or invoiced.':
    'Der Auftrag ist abgeschlossen und bleibt erhalten. Öffnen Sie ihn wieder und stornieren Sie ihn, wenn nichts geliefert oder berechnet wurde.',
  'The order has the status "{0}". Cancel it before you delete it.':
    'Der Auftrag hat den Status „{0}“. Stornieren Sie ihn, bevor Sie ihn löschen.',
  'Quantity must be at least {0}: that much is delivered or invoiced.':
    'Die Menge muss mindestens {0} sein: So viel ist geliefert oder berechnet.',
  'The net amount at {0} % would come to {1}, but {2} is invoiced already. Void an invoice first, or keep more.':
    'Der Nettobetrag zu {0} % käme auf {1}, aber {2} sind schon berechnet. Stornieren Sie zuerst eine Rechnung oder lassen Sie mehr stehen.',
  'The tax at {0} % would come to {1}, but {2} is invoiced already. Void an invoice first, or keep more.':
    'Die Steuer zu {0} % käme auf {1}, aber {2} sind schon berechnet. Stornieren Sie zuerst eine Rechnung oder lassen Sie mehr stehen.',
  'With {0} the line would come to {1}, but {2} is invoiced already. Void an invoice first, or keep more.':
    'Mit {0} käme die Position auf {1}, aber {2} sind schon berechnet. Stornieren Sie zuerst eine Rechnung oder lassen Sie mehr stehen.',
  'Submit it first.': 'Geben Sie ihn zuerst frei.',
  'Release it first.': 'Setzen Sie ihn zuerst fort.',
  'Open it again first.': 'Öffnen Sie ihn zuerst wieder.',

  'Nothing of the order is left to be invoiced.': 'Vom Auftrag ist nichts mehr zu berechnen.',
  'The quantity is more than is left to be invoiced.': 'Die Menge ist größer, als noch zu berechnen ist.',
  'All of the order {0} has been invoiced already{1}. Void an invoice to invoice it again.':
    'Auftrag {0} ist schon ganz berechnet{1}. Stornieren Sie eine Rechnung, um ihn neu zu berechnen.',
  ' by {0}': ' mit {0}',
  '{0} has been paid on {1}. Delete its payments first.': 'Auf {1} sind {0} bezahlt. Löschen Sie zuerst die Zahlungen.',
  'The next number can only be raised: it must be at least {0}.':
    'Die nächste Nummer kann nur erhöht werden: mindestens {0}.',
  'The number {0} is used already. Choose a higher one.': 'Die Nummer {0} ist schon vergeben. Wählen Sie eine höhere.',
  'The end of the supply must not be before its beginning.':
    'Das Ende der Leistung darf nicht vor ihrem Beginn liegen.',
  'Enter when the supply began, too.': 'Geben Sie auch an, wann die Leistung begann.',
  'The invoice is a draft. Change it directly.': 'Die Rechnung ist ein Entwurf. Ändern Sie sie direkt.',
  'The invoice has been corrected already{0}. Correct that one instead.':
    'Die Rechnung wurde schon berichtigt{0}. Berichtigen Sie die neue.',
  '{0} has been paid on it. Delete the payments first.':
    'Auf die Rechnung sind {0} bezahlt. Löschen Sie zuerst die Zahlungen.',
  'The invoice is cancelled: nothing is owed on it, and it stays in the books. There is no need to delete it.':
    'Die Rechnung ist storniert: Sie ist nicht mehr zu bezahlen und bleibt in den Büchern. Sie muss nicht gelöscht werden.',
  'The order {0} is on hold. Release it first.': 'Auftrag {0} ist angehalten. Setzen Sie ihn zuerst fort.',
  'Record a payment instead.': 'Erfassen Sie stattdessen eine Zahlung.',
  'The payment terms "{0}" are not understood, so the invoice is due on {1}.':
    'Die Zahlungsbedingungen „{0}“ sind nicht bekannt, deshalb ist die Rechnung am {1} fällig.',
  'The invoice is dated {0}, before its order {1} of {2}.': 'Das Rechnungsdatum {0} liegt vor dem Auftrag {1} vom {2}.',
  '{0} is dated {1}, before an invoice{2} that has an earlier number of the same series.':
    '{0} hat das Datum {1} und liegt damit vor einer Rechnung{2}, die eine frühere Nummer derselben Reihe hat.',
  ' of {0}': ' vom {0}',
  'The payment is more than what is outstanding.': 'Die Zahlung ist größer als der offene Betrag.',
  'Nothing is outstanding on {0}.': 'Auf {0} ist nichts mehr offen.',
  'Nothing is outstanding.': 'Es ist nichts mehr offen.',
  credited: 'gutgeschrieben',
  'Void the credit note first.': 'Stornieren Sie zuerst die Gutschrift.',
  'Issue it first.': 'Stellen Sie sie zuerst aus.',
  'Nothing is owed on it.': 'Auf sie ist nichts zu zahlen.',
  'Nothing of the invoice is left to be credited.': 'Von der Rechnung ist nichts mehr gutzuschreiben.',
  'The quantity is more than is left to be credited.': 'Die Menge ist größer, als noch gutzuschreiben ist.',
  'All of the invoice {0} has been credited already{1}.': 'Rechnung {0} ist schon ganz gutgeschrieben{1}.',
  'Some of it settles invoices or was refunded. Take that back first.':
    'Ein Teil gleicht Rechnungen aus oder ist ausgezahlt. Nehmen Sie das zuerst zurück.',
  'Allocate or refund it instead.': 'Ordnen Sie sie stattdessen zu, oder zahlen Sie sie aus.',
  'Nothing of the credit note is left.': 'Von der Gutschrift ist nichts mehr übrig.',
  'Nothing of the credit note was refunded.': 'Von der Gutschrift ist nichts ausgezahlt.',
  'The invoice {0} is one of another customer.': 'Die Rechnung {0} gehört zu einem anderen Kunden.',
  'Name one invoice, or invoices in the allocations.': 'Geben Sie eine Rechnung an oder Rechnungen in den Zuordnungen.',
  'The terms of {0} offer a discount of {1} until {2}.':
    'Die Zahlungsbedingungen von {0} gewähren {1} Skonto bis zum {2}.',
  'The terms of {0} offer no discount.': 'Die Zahlungsbedingungen von {0} gewähren kein Skonto.',
  'More is allocated than there is, or than is outstanding.': 'Es wird mehr zugeordnet, als da oder offen ist.',
  'Send either allocations, or oldestFirst with the value true.':
    'Senden Sie entweder Zuordnungen oder oldestFirst mit dem Wert true.',
  'There is no such allocation: {0}.': 'Diese Zuordnung gibt es nicht: {0}.',
  'There are {0} allocations at most.': 'Es gibt höchstens {0} Zuordnungen.',
  'All of the {0} is allocated already.': 'Der ganze Betrag ist schon zugeordnet ({0}).',
  'Nothing of the {0} is allocated.': 'Es ist nichts zugeordnet ({0}).',
  '{0} more is allocated than there is. Allocate less.':
    'Es sind {0} mehr zugeordnet, als da sind. Ordnen Sie weniger zu.',
  'The invoice is a draft. Issue it first.': 'Die Rechnung ist ein Entwurf. Stellen Sie sie zuerst aus.',
  'The invoice is {0}. Nothing is owed on it.': 'Die Rechnung hat den Status „{0}“. Auf sie ist nichts zu zahlen.',
  '{0} is more than the {1} {2} outstanding on {3}. Enter at most that.':
    '{0} ist mehr als die {1} {2}, die auf {3} offen sind. Geben Sie höchstens so viel ein.',
  'Amount must have at most {0} decimals in {1}.': 'Der Betrag darf in {1} höchstens {0} Nachkommastellen haben.',
  'Due date can only be moved to a later day: it must not be before {0}.':
    'Die Fälligkeit kann nur auf einen späteren Tag verschoben werden: Sie darf nicht vor dem {0} liegen.',
  'Due date must not be before the invoice date.': 'Die Fälligkeit darf nicht vor dem Rechnungsdatum liegen.',
  '"{0}" cannot ask what is overdue. Use isOverdue=true, or status=overdue alone.':
    'Mit „{0}“ kann nicht nach Überfälligem gefragt werden. Verwenden Sie isOverdue=true oder nur status=overdue.',

  'There is not enough in stock.': 'Der Bestand reicht nicht aus.',
  '{0} is short by {1} {2}: {3} in stock, {4} reserved.': 'Von {0} fehlen {1} {2}: {3} auf Lager, {4} reserviert.',
  '{0} is a service. Only goods have a stock.': '{0} ist eine Dienstleistung. Nur Waren haben einen Bestand.',
  '{0} of {1} is more than the {2} {3} in stock. Take less, or enter a receipt first.':
    '{0} von {1} ist mehr als die {2} {3} auf Lager. Nehmen Sie weniger oder buchen Sie zuerst einen Wareneingang.',
  'Quantity is too large: the stock of {0} would exceed {1}.':
    'Die Menge ist zu groß: Der Bestand von {0} würde {1} übersteigen.',
  'The stock ledger only grows. Enter the opposite movement instead.':
    'Lagerbewegungen bleiben erhalten. Buchen Sie stattdessen die Gegenbewegung.',
  'Quantity must not be 0: nothing would move.': 'Die Menge darf nicht 0 sein: Es würde sich nichts bewegen.',
  'Reason must be one of receipt, adjustment, return, write_off; deliveries enter their own movements.':
    'Der Grund muss receipt, adjustment, return oder write_off sein; Lieferungen buchen ihre Bewegungen selbst.',

  'from must not be after to, which is {0}.': 'from darf nicht nach to liegen, und das ist {0}.',
  'Send either from or days.': 'Senden Sie entweder from oder days.',
  'These are more than {0} days.': 'Das sind mehr als {0} Tage.',
  'These are more than {0} weeks.': 'Das sind mehr als {0} Wochen.',
  'These are more than {0} months.': 'Das sind mehr als {0} Monate.',
  '{0} Ask for longer intervals, or for a shorter time.':
    '{0} Wählen Sie längere Abschnitte oder einen kürzeren Zeitraum.',
  'Payment terms must be terms that a due date follows from, such as Net 30.':
    'Die Zahlungsbedingungen müssen eine Fälligkeit ergeben, wie Net 30.',
  'Currency must be a code of three letters (ISO 4217) such as EUR.':
    'Die Währung muss ein Code aus drei Buchstaben (ISO 4217) wie EUR sein.',
  'Time zone must be a name such as Europe/Berlin.': 'Die Zeitzone muss ein Name wie Europe/Berlin sein.',
  'The currency can no longer be changed: there are {0} in {1}.':
    'Die Währung kann nicht mehr geändert werden: Es gibt {0} in {1}.',
  'The currency can no longer be changed.': 'Die Währung kann nicht mehr geändert werden.',
  'The pattern must contain {number} once, and may contain {year}.':
    'Das Muster muss {number} einmal enthalten und kann {year} enthalten.',
  'The pattern must be the same as {0}, or be left out.':
    'Das Muster muss dasselbe wie {0} sein, oder weggelassen werden.',
  'There are no documents "{0}" with numbers.{1}': 'Es gibt keine Belege „{0}“ mit Nummern.{1}',
  'Resource must be the name of a resource, such as "items"; GET /resources lists them.':
    'resource muss der Name einer Ressource wie „items“ sein; GET /resources nennt sie.',
}
