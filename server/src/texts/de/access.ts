/** Signing in, credentials, rights, users, roles, keys and apps. */
export const access: Readonly<Record<string, string>> = {
  'Send a bearer token or an API key with the request.':
    'Senden Sie ein Bearer-Token oder einen API-Schlüssel mit der Anfrage.',
  'Send either a bearer token or an API key, not both.':
    'Senden Sie entweder ein Bearer-Token oder einen API-Schlüssel, nicht beides.',
  'The Authorization header must read: Bearer, a space, the access token.':
    'Der Header Authorization muss so aussehen: Bearer, ein Leerzeichen, das Zugriffstoken.',
  'The e-mail address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'The password is right. Now prove your second factor: send its code with the challenge.':
    'Das Passwort stimmt. Bestätigen Sie jetzt den zweiten Faktor: Senden Sie den Code mit der challenge.',
  'The code is wrong or was used before. Enter a new one.':
    'Der Code ist falsch oder wurde schon verwendet. Geben Sie einen neuen ein.',
  'The challenge has expired or was answered before. Sign in again from the start.':
    'Die challenge ist abgelaufen oder wurde schon beantwortet. Melden Sie sich von vorn an.',
  'Signing in by a password is switched off here. Use single sign-on.':
    'Die Anmeldung mit Passwort ist hier abgeschaltet. Verwenden Sie Single Sign-on.',
  'Single sign-on did not succeed. Try again; if it happens again, tell your administrator.':
    'Single Sign-on ist fehlgeschlagen. Versuchen Sie es noch einmal; wenn es wieder geschieht, wenden Sie sich an Ihre Administration.',
  'The provider of single sign-on has not verified your e-mail address.':
    'Der Anbieter von Single Sign-on hat Ihre E-Mail-Adresse nicht bestätigt.',
  'You have no active user here. Ask an administrator for one.':
    'Sie haben hier keinen aktiven Benutzer. Wenden Sie sich an Ihre Administration.',
  'Your account at the provider of single sign-on has no role here. Ask an administrator.':
    'Ihr Konto beim Anbieter von Single Sign-on hat hier keine Rolle. Wenden Sie sich an Ihre Administration.',
  'The access token is not valid. Sign in again.': 'Das Zugriffstoken ist nicht gültig. Melden Sie sich neu an.',
  'The access token has expired. Use the refresh token to get a new one.':
    'Das Zugriffstoken ist abgelaufen. Holen Sie mit dem Refresh-Token ein neues.',
  'The API key is not valid. Check that it is complete and has not been revoked.':
    'Der API-Schlüssel ist nicht gültig. Prüfen Sie, ob er vollständig ist und nicht widerrufen wurde.',
  'The API key has expired. Create a new one.': 'Der API-Schlüssel ist abgelaufen. Legen Sie einen neuen an.',
  'The refresh token is not valid or has expired. Sign in again.':
    'Das Refresh-Token ist nicht gültig oder abgelaufen. Melden Sie sich neu an.',
  'The refresh token was used before, so the session has been ended. Sign in again.':
    'Das Refresh-Token wurde schon verwendet, deshalb wurde die Sitzung beendet. Melden Sie sich neu an.',
  'Too many attempts to sign in.': 'Zu viele Anmeldeversuche.',
  'Too many {0}. Try again in {1}.': 'Zu viele {0}. Versuchen Sie es in {1} noch einmal.',
  'attempts to sign in': 'Anmeldeversuche',
  'requests for a new password': 'Anfragen nach einem neuen Passwort',
  'This browser is not signed in.': 'Dieser Browser ist nicht angemeldet.',
  'The request of the app has expired, or it was opened in another browser. Go back to the app and start again.':
    'Die Anfrage der App ist abgelaufen oder wurde in einem anderen Browser geöffnet. Gehen Sie zurück zur App und beginnen Sie neu.',
  'Only the web interface itself may do this, from its own address.':
    'Das darf nur die Weboberfläche selbst, von ihrer eigenen Adresse aus.',
  'Confirm that it is you: send your password to POST /auth/reauthenticate, then repeat the request.':
    'Bestätigen Sie, dass Sie es sind: Senden Sie Ihr Passwort an POST /auth/reauthenticate und wiederholen Sie die Anfrage.',
  'Your role requires a second factor. Set one up first: POST /auth/two-factor/totp.':
    'Ihre Rolle verlangt einen zweiten Faktor. Richten Sie zuerst einen ein: POST /auth/two-factor/totp.',
  'If a user has this e-mail address, a link is on its way to it.':
    'Wenn ein Benutzer diese E-Mail-Adresse hat, ist ein Link dorthin unterwegs.',
  'The link is not valid: it has been used, has expired, or was replaced by a newer one. Ask for a new link.':
    'Der Link ist nicht gültig: Er wurde verwendet, ist abgelaufen oder durch einen neueren ersetzt. Fordern Sie einen neuen an.',

  'Your role does not allow this.': 'Ihre Rolle erlaubt das nicht.',
  'Your role does not allow the use of a field.': 'Ihre Rolle erlaubt die Verwendung eines Feldes nicht.',
  'The role "{0}" may not {1} {2}.': 'Die Rolle „{0}“ darf {2} nicht {1}.',
  'The role "{0}" may not do this.': 'Die Rolle „{0}“ darf das nicht.',
  'The role "{0}" may not change the status of {1}.': 'Die Rolle „{0}“ darf den Status nicht ändern ({1}).',
  'The role "{0}" may not move {1} to "{2}".': 'Die Rolle „{0}“ darf den Status „{2}“ nicht setzen ({1}).',
  'The role "{0}" may not exceed a credit limit.': 'Die Rolle „{0}“ darf ein Kreditlimit nicht überschreiten.',
  'This needs the scope "{0}", which the credential does not carry for {1}.':
    'Dafür braucht der Zugang den Scope „{0}“, den er hier nicht hat ({1}).',
  'The credential does not carry the needed scope.': 'Der Zugang hat den nötigen Scope nicht.',
  'This {0} belongs to another user: you can see it, but not change it.':
    'Das gehört einem anderen Benutzer ({0}): Sie können es sehen, aber nicht ändern.',
  'Only a signed-in person can do this; an API key or app cannot.':
    'Das kann nur eine angemeldete Person; ein API-Schlüssel oder eine App kann es nicht.',
  'Only a signed-in person can {0} {1}; an API key or app cannot.':
    'Nur eine angemeldete Person kann {1} {0}; ein API-Schlüssel oder eine App kann das nicht.',
  'Only a signed-in person can change {0}; an API key or app cannot.':
    'Nur eine angemeldete Person kann {0} ändern; ein API-Schlüssel oder eine App kann das nicht.',
  'Your role may not see {0}.': 'Ihre Rolle darf {0} nicht sehen.',
  'Your role may not change {0}.': 'Ihre Rolle darf {0} nicht ändern.',
  'this field': 'dieses Feld',
  'the field "{0}"': 'das Feld „{0}“',
  'Your role does not see the details of this.': 'Die Einzelheiten dazu sieht Ihre Rolle nicht.',
  'The rights of your role on {0} have changed since this file was begun. Ask for it again.':
    'Die Rechte Ihrer Rolle haben sich geändert, seit diese Datei begonnen wurde ({0}). Fordern Sie sie neu an.',
  'The API key may not be used from this address.':
    'Der API-Schlüssel darf von dieser Adresse aus nicht verwendet werden.',
  'The API key may not be used from the address {0}.':
    'Der API-Schlüssel darf von der Adresse {0} aus nicht verwendet werden.',

  'You have no API key "{0}".': 'Sie haben keinen API-Schlüssel „{0}“.',
  'The key has already been replaced by {0}. Use that one.':
    'Der Schlüssel wurde schon durch {0} ersetzt. Verwenden Sie diesen.',
  'The key has expired. Create a new one.': 'Der Schlüssel ist abgelaufen. Legen Sie einen neuen an.',
  'There is no resource "{0}".{1}': 'Es gibt keine Ressource „{0}“.{1}',
  '"{0}" is neither an IP address nor a network such as 10.0.0.0/8.':
    '„{0}“ ist weder eine IP-Adresse noch ein Netz wie 10.0.0.0/8.',
  'The key itself does not have the scope "{0}".': 'Der Schlüssel selbst hat den Scope „{0}“ nicht.',
  'The owner must be an active user.': 'Der Inhaber muss ein aktiver Benutzer sein.',
  'The key must expire in the future.': 'Der Schlüssel muss in der Zukunft ablaufen.',
  'The key must expire within {0} days.': 'Der Schlüssel muss innerhalb von {0} Tagen ablaufen.',
  'Your role cannot give a key the scope "admin".': 'Ihre Rolle kann einem Schlüssel den Scope „admin“ nicht geben.',
  'Only an administrator can make or change a key of another user.':
    'Nur die Administration kann einen Schlüssel für einen anderen Benutzer anlegen oder ändern.',
  '{0} may do more with {1} than your own role may.': '{0} darf mehr als Ihre eigene Rolle ({1}).',
  'The role "{0}" of the owner': 'Die Rolle „{0}“ des Inhabers',
  'The role "{0}"': 'Die Rolle „{0}“',
  'This user': 'Dieser Benutzer',
  'A public app has no secret.': 'Eine öffentliche App hat kein Geheimnis.',
  'This cannot be changed: register another app.': 'Das kann nicht geändert werden: Registrieren Sie eine andere App.',
  'The address {0}.': 'Die Adresse {0}.',
  'must begin with http://, like the other addresses on the device of the user':
    'muss mit http:// beginnen, wie die anderen Adressen auf dem Gerät des Benutzers',
  'must be a whole address such as https://app.example.com/callback':
    'muss eine vollständige Adresse wie https://app.example.com/callback sein',
  'must not have a fragment (#)': 'darf kein Fragment (#) haben',
  'must not have a wildcard (*): register every address':
    'darf keinen Platzhalter (*) haben: Registrieren Sie jede Adresse',
  'must not hold a user name or a password': 'darf weder Benutzernamen noch Passwort enthalten',
  'must begin with https:// (http:// is for localhost, 127.0.0.1 and [::1] only)':
    'muss mit https:// beginnen (http:// gilt nur für localhost, 127.0.0.1 und [::1])',
  'must begin with https://, or with a domain in reverse such as com.example.app:/':
    'muss mit https:// beginnen oder mit einer umgekehrten Domain wie com.example.app:/',
  'must begin with https://: only a public app may have a scheme of its own':
    'muss mit https:// beginnen: Nur eine öffentliche App darf ein eigenes Schema haben',
  'There is no connected app "{0}".': 'Es gibt keine verbundene App „{0}“.',

  'The password {0}.': 'Das Passwort {0}.',
  'must have {0} to {1} characters': 'muss {0} bis {1} Zeichen haben',
  'must not be blank': 'darf nicht leer sein',
  'must not contain control characters': 'darf keine Steuerzeichen enthalten',
  'must be made of more than three different characters': 'muss aus mehr als drei verschiedenen Zeichen bestehen',
  'must not be the name or the e-mail address of its user':
    'darf nicht der Name oder die E-Mail-Adresse des Benutzers sein',
  'is one of those that are tried first; choose another':
    'gehört zu denen, die zuerst ausprobiert werden; wählen Sie ein anderes',
  'The current password is wrong.': 'Das jetzige Passwort ist falsch.',
  'You have {0} passkeys. Remove one first.': 'Sie haben {0} Passkeys. Entfernen Sie zuerst einen.',
  'You have no such passkey.': 'Diesen Passkey haben Sie nicht.',
  'The passkey was not accepted. Try again, or use another one.':
    'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal oder verwenden Sie einen anderen.',
  'You have no passkey. Use your password.': 'Sie haben keinen Passkey. Verwenden Sie Ihr Passwort.',
  'Send your password, or a challenge signed by a passkey.':
    'Senden Sie Ihr Passwort oder eine challenge, die ein Passkey unterschrieben hat.',
  'Remove your own second factor in your profile.': 'Entfernen Sie Ihren eigenen zweiten Faktor in Ihrem Profil.',
  'This user has no second factor.': 'Dieser Benutzer hat keinen zweiten Faktor.',
  'Send the code, or the signature of a passkey.': 'Senden Sie den Code oder die Unterschrift eines Passkeys.',
  'Send the challenge that the passkey signed.': 'Senden Sie die challenge, die der Passkey unterschrieben hat.',
  'You have no second factor. Set one up first.': 'Sie haben keinen zweiten Faktor. Richten Sie zuerst einen ein.',
  'Start the setup of the authenticator app first.': 'Beginnen Sie zuerst mit dem Einrichten der Authenticator-App.',
  'The code is wrong. Check that the clock of the device is right, and enter the newest code.':
    'Der Code ist falsch. Prüfen Sie, ob die Uhr des Geräts richtig geht, und geben Sie den neuesten Code ein.',
  'You have no authenticator app.': 'Sie haben keine Authenticator-App.',

  'This user is deactivated. Activate the user first.': 'Dieser Benutzer ist deaktiviert. Aktivieren Sie ihn zuerst.',
  'This user has a password already. Make a link for a new one instead.':
    'Dieser Benutzer hat schon ein Passwort. Erstellen Sie stattdessen einen Link für ein neues.',
  'There is no role "{0}".': 'Es gibt keine Rolle „{0}“.',
  'There is no role "{0}".{1} The roles are {2}.': 'Es gibt keine Rolle „{0}“.{1} Die Rollen sind {2}.',
  'A service has no password. Change its type first.': 'Ein Dienst hat kein Passwort. Ändern Sie zuerst seinen Typ.',
  'A service has no password: it signs in by API keys.':
    'Ein Dienst hat kein Passwort: Er meldet sich mit API-Schlüsseln an.',
  'Change your own e-mail address in "Your account"; it needs your current password.':
    'Ändern Sie Ihre eigene E-Mail-Adresse unter „Ihr Konto“; dazu brauchen Sie Ihr jetziges Passwort.',
  'Change your own password in "Your account"; it needs your current password.':
    'Ändern Sie Ihr eigenes Passwort unter „Ihr Konto“; dazu brauchen Sie Ihr jetziges Passwort.',
  'You cannot change your own role, type or activity; ask another administrator.':
    'Ihre eigene Rolle, Ihren Typ und ob Sie aktiv sind, können Sie nicht selbst ändern. Wenden Sie sich an die Administration.',
  'This is the last administrator who can sign in. Give another active user the role "admin" and a password first.':
    'Das ist der letzte Benutzer mit der Rolle „admin“, der sich anmelden kann. Geben Sie zuerst einem anderen aktiven Benutzer diese Rolle und ein Passwort.',
  'This user cannot be deleted because the audit log names the user. Make the user inactive instead.':
    'Dieser Benutzer kann nicht gelöscht werden, weil er im Protokoll vorkommt. Setzen Sie ihn stattdessen auf inaktiv.',
  'Fields cannot be hidden or read-only for "*". Name the resource instead.':
    'Für „*“ können keine Felder verborgen oder schreibgeschützt sein. Nennen Sie stattdessen die Ressource.',
  '{0} have no field "{1}" that could be hidden or read-only.{2}':
    '{0} haben kein Feld „{1}“, das verborgen oder schreibgeschützt sein kann.{2}',
  'This role came with Kontor and cannot be deleted.': 'Diese Rolle gehört zu Kontor und kann nicht gelöscht werden.',
  'You cannot change the role that you have yourself.': 'Die Rolle, die Sie selbst haben, können Sie nicht ändern.',
  'The role "{0}" is used by {1} and perhaps by others. Give these users another role first.':
    'Die Rolle „{0}“ hat {1}, vielleicht auch andere. Geben Sie diesen Benutzern zuerst eine andere Rolle.',
}
