/** Webhooks and what is sent to them. */
export const webhooks: Readonly<Record<string, string>> = {
  'There is no event "{0}".{1}': 'Es gibt kein Ereignis „{0}“.{1}',
  'A filter needs events of one resource that you may read.':
    'Ein Filter braucht Ereignisse eines einzigen Bereichs, den Sie lesen dürfen.',
  'Only the user who created the webhook can change its address, events, filter and secret. Create another webhook.':
    'Adresse, Ereignisse, Filter und Geheimnis kann nur der Benutzer ändern, der den Webhook angelegt hat. Legen Sie einen anderen an.',
  'The webhook is not active. Set isActive to true first.':
    'Der Webhook ist nicht aktiv. Schalten Sie ihn zuerst ein (isActive).',
  'url must begin with https://.': 'url muss mit https:// beginnen.',
  'url must not contain a user name or a password.': 'url darf keinen Benutzernamen und kein Passwort enthalten.',
  'url must not be a private address.': 'url darf keine private Adresse sein.',
  'A replay of this webhook is still running. Wait until it is done.':
    'Eine Wiederholung für diesen Webhook läuft noch. Warten Sie, bis sie fertig ist.',
  'Send either after (a cursor) or from (a time).':
    'Senden Sie entweder after (einen Cursor) oder from (einen Zeitpunkt).',
  'from must lie before to, and in the past.': 'from muss vor to und in der Vergangenheit liegen.',
  'The webhook of this delivery was deleted.': 'Der Webhook dieser Zustellung wurde gelöscht.',
}
