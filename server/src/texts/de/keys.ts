/** Ids in other systems, and records by a unique field. */
export const keys: Readonly<Record<string, string>> = {
  'must be an object such as {"shop": "1001"}': 'muss ein Objekt wie {"shop": "1001"} sein',
  'must have at most {0} systems': 'darf höchstens {0} Systeme nennen',
  '"{0}" cannot be the name of a system: choose another name.':
    '„{0}“ kann nicht der Name eines Systems sein: Wählen Sie einen anderen Namen.',
  '"{0}" is not the name of a system: use 1 to 40 of the characters a-z, 0-9, _ and -.':
    '„{0}“ ist kein Name eines Systems: Verwenden Sie 1 bis 40 der Zeichen a-z, 0-9, _ und -.',
  'One of the {0} is already used by another record.': 'Von „{0}“ gehört bereits eine zu einem anderen Datensatz.',
  '{0} takes only the operators {1}.': '{0} kann nur mit diesen Operatoren gefiltert werden: {1}.',
  'The record is there already, and If-None-Match asks for a new one.':
    'Den Datensatz gibt es bereits, und If-None-Match verlangt einen neuen.',
  '{0} is not a unique field of {1}. Use {2}.': '{0} ist kein eindeutiges Feld von {1}. Verwenden Sie {2}.',
  'There is no {0} with {1} "{2}".': 'Es gibt nichts mit {1} „{2}“ ({0}).',
  '{0} must be "{1}" as in the address, or be left out.':
    '{0} muss „{1}“ sein wie in der Adresse, oder weggelassen werden.',
  '{0} It cannot be created under this address, because Kontor sets {1}.':
    '{0} Unter dieser Adresse lässt sich nichts anlegen, denn {1} vergibt Kontor.',
  '{0} Leave out If-None-Match to change that record.':
    '{0} Lassen Sie If-None-Match weg, um diesen Datensatz zu ändern.',
  '{0} cannot be given by "{1}": send an id, or an object with one of {2}.':
    '{0} kann nicht durch „{1}“ angegeben werden: Senden Sie eine ID oder ein Objekt mit einem dieser Felder: {2}.',
  'must be an id, or an object with one unique field such as {"externalIds.shop": "1001"}':
    'muss eine ID sein, oder ein Objekt mit einem eindeutigen Feld wie {"externalIds.shop": "1001"}',
}
