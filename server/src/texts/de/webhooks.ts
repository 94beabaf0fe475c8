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
  'The credential that ordered the webhook has ended. Only the user who created the webhook can switch it on again.':
    'Der Schlüssel, die App oder das Recht, womit der Webhook eingerichtet wurde, ist beendet. Nur der Benutzer, der ihn angelegt hat, kann ihn wieder einschalten.',
  'The credential that ordered the webhook has ended. Switch the webhook off and on again first.':
    'Der Schlüssel, die App oder das Recht, womit der Webhook eingerichtet wurde, ist beendet. Schalten Sie den Webhook zuerst aus und wieder ein.',
  'The webhook has another address than the one that this delivery was written for. Replay the events to send them there.':
    'Der Webhook hat eine andere Adresse als die, für die diese Zustellung geschrieben wurde. Senden Sie die Ereignisse mit replay dorthin.',
  'The delivery tells more than the webhook may read now. Replay the events to send what it may read.':
    'Die Zustellung enthält mehr, als der Webhook jetzt lesen darf. Senden Sie mit replay, was er lesen darf.',
  'You have no webhook "{0}".': 'Sie haben keinen Webhook „{0}“.',
  'The webhook of this delivery was deleted.': 'Der Webhook dieser Zustellung wurde gelöscht.',
}
