/** Bank details, colours and the logo on documents. */
export const letterhead: Readonly<Record<string, string>> = {
  'must be an IBAN such as DE89 3704 0044 0532 0130 00': 'muss eine IBAN wie DE89 3704 0044 0532 0130 00 sein',
  'must be an IBAN: its check digits do not match, so a character is wrong or missing':
    'muss eine IBAN sein: Die Prüfziffern passen nicht, ein Zeichen ist also falsch oder fehlt',
  'must be a BIC of 8 or 11 characters such as MARKDEF1100': 'muss ein BIC aus 8 oder 11 Zeichen wie MARKDEF1100 sein',
  'must be a colour such as #3b4cb8': 'muss eine Farbe wie #3b4cb8 sein',
  'Send the file itself as the body, with the header Content-Type: {0}.':
    'Senden Sie die Datei selbst als Inhalt, mit dem Header Content-Type: {0}.',
  'There is no logo.': 'Es gibt kein Logo.',
  'The picture cannot be drawn on a page. Save it in another way, such as a PNG.':
    'Das Bild kann nicht auf eine Seite gezeichnet werden. Speichern Sie es anders, zum Beispiel als PNG.',
  'The file is not a valid PNG.': 'Die Datei ist kein gültiges PNG.',
  'The picture has {0} × {1} pixels; at most {2} × {3} are possible.':
    'Das Bild hat {0} × {1} Pixel; möglich sind höchstens {2} × {3}.',
  'Save the PNG with 8 bits per channel and without interlacing.':
    'Speichern Sie das PNG mit 8 Bit pro Kanal und ohne Interlacing.',
  'The SVG must not contain scripts, such as the attribute {0}.':
    'Das SVG darf keine Skripte enthalten, auch nicht das Attribut {0}.',
  'The SVG must not refer to anything outside of it, as its element <{0}> does.':
    'Das SVG darf auf nichts außerhalb verweisen, wie es sein Element <{0}> tut.',
  'The file is not well-formed XML.': 'Die Datei ist kein wohlgeformtes XML.',
  'The SVG must not contain a DOCTYPE or entities.': 'Das SVG darf weder DOCTYPE noch Entitäten enthalten.',
  'The SVG must not contain processing instructions.': 'Das SVG darf keine Verarbeitungsanweisungen enthalten.',
  'The SVG must not contain a style sheet. Save it with presentation attributes.':
    'Das SVG darf kein Stylesheet enthalten. Speichern Sie es mit Darstellungsattributen.',
  'The SVG must not contain texts. Convert them to paths.':
    'Das SVG darf keine Texte enthalten. Wandeln Sie sie in Pfade um.',
  'The SVG must not contain the element <{0}>.': 'Das SVG darf das Element <{0}> nicht enthalten.',
  'The elements of the SVG are nested more than {0} levels deep.':
    'Die Elemente des SVG sind mehr als {0} Ebenen tief verschachtelt.',
  'An element of the SVG refers to itself.': 'Ein Element des SVG verweist auf sich selbst.',
  'The SVG has more than {0} elements, counting each as often as it is used.':
    'Das SVG hat mehr als {0} Elemente, jedes so oft gezählt, wie es verwendet wird.',
  'The paths of the SVG have more than {0} commands and numbers, counting each as often as it is used. Simplify them, or use a PNG.':
    'Die Pfade des SVG haben mehr als {0} Befehle und Zahlen, jede so oft gezählt, wie sie verwendet wird. Vereinfachen Sie sie, oder verwenden Sie ein PNG.',
  'The SVG must have a width and a height, or a viewBox.': 'Das SVG muss Breite und Höhe oder eine viewBox haben.',
  'The file is not an SVG: its first element must be <svg>.':
    'Die Datei ist kein SVG: Ihr erstes Element muss <svg> sein.',
  'The SVG must be encoded in UTF-8.': 'Das SVG muss in UTF-8 kodiert sein.',
}
