import { html } from '../html.ts'
import type { Words } from './words.ts'

export const german: Words = {
  language: 'de',
  scopes: {
    read: { title: 'Datensätze ansehen', detail: 'Alles, was Sie selbst sehen dürfen.' },
    write: {
      title: 'Datensätze anlegen und ändern',
      detail: 'Aufträge, Rechnungen und was Sie sonst selbst ändern dürfen.',
    },
    delete: { title: 'Datensätze löschen', detail: 'Alles, was Sie selbst löschen dürfen.' },
    admin: { title: 'Dieses Kontor verwalten', detail: 'Benutzer, Rollen, API-Schlüssel, Apps und Einstellungen.' },
    openid: { title: 'Wissen, wer Sie sind', detail: 'Ihre Benutzerkennung.' },
    profile: { title: 'Ihren Namen sehen', detail: 'So, wie er in Kontor steht.' },
    email: { title: 'Ihre E-Mail-Adresse sehen', detail: 'Die, mit der Sie sich anmelden.' },
    offline_access: { title: 'Verbunden bleiben', detail: 'Auch während Sie nicht da sind.' },
  },
  signIn: {
    title: 'Anmelden',
    lead: (appName) => html`um mit <strong>${appName}</strong> fortzufahren`,
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    cancel: 'Abbrechen',
  },
  secondFactor: {
    title: 'Zweiter Faktor',
    lead: 'Geben Sie den Code Ihrer Authenticator-App ein oder einen Ihrer Wiederherstellungscodes.',
    code: 'Code',
    passkey: 'Passkey verwenden',
  },
  consent: {
    title: (appName) => `${appName} erlauben`,
    question: (appName) => html`Darf <strong>${appName}</strong> Ihr Kontor benutzen?`,
    who: (name, email) => html`Sie sind angemeldet als <strong>${name}</strong> (${email}).`,
    another: 'Anderes Konto verwenden',
    able: 'Die App wird Folgendes können',
    none: 'Ihre Rolle hat keines der Rechte, um die die App bittet.',
    withheld: (titles) =>
      `Sie bat auch um: ${titles.join(', ')}. Ihre Rolle hat dieses Recht nicht, also bekommt es auch die App nicht.`,
    afterwards: (destination) => html`Danach geht es weiter zu ${destination}. Sie können das jederzeit widerrufen.`,
    thisComputer: (host) => html`einem Programm auf diesem Rechner (<strong>${host}</strong>)`,
    thisDevice: (app) => html`der App <strong>${app}</strong> auf diesem Gerät`,
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  sso: {
    button: (name) => `Mit ${name} anmelden`,
    confirmed: 'Bestätigt',
    goBack: 'Schließen Sie dieses Fenster und arbeiten Sie im anderen weiter.',
  },
  failure: {
    cannotConnect: 'Die App lässt sich nicht verbinden',
    notValid: 'Die Anfrage der App ist ungültig.',
    wentWrong: 'Etwas ist schiefgegangen',
    didNotWork: 'Das hat nicht geklappt',
    error: 'Fehler',
    request: 'Anfrage',
    hint: 'Wenn das wieder geschieht, melden Sie es dem Betreiber der App oder Ihres Kontors und nennen Sie die Nummer oben.',
    expired:
      'Diese Seite ist abgelaufen oder wurde in einem anderen Browser geöffnet. Gehen Sie zurück zur App und beginnen Sie neu.',
    unknownApp: 'Die App ist hier nicht mehr registriert.',
    foreignForm: 'Dieses Formular kam nicht von seiner eigenen Seite. Gehen Sie zurück zur App und beginnen Sie neu.',
  },
  problems: {
    INVALID_CREDENTIALS: () => 'E-Mail-Adresse oder Passwort ist falsch.',
    PASSWORD_SIGN_IN_OFF: () => 'Die Anmeldung mit Passwort ist hier abgeschaltet. Verwenden Sie Single Sign-on.',
    INVALID_SECOND_FACTOR: () => 'Der Code ist falsch oder wurde schon benutzt.',
    CHALLENGE_EXPIRED: () => 'Die Anmeldung ist abgelaufen. Beginnen Sie von vorn.',
    SECOND_FACTOR_SETUP_REQUIRED: () =>
      'Ihre Rolle verlangt einen zweiten Faktor. Melden Sie sich in der Weboberfläche von Kontor an, richten Sie einen ein und kommen Sie wieder.',
    TOO_MANY_ATTEMPTS: (seconds) =>
      seconds === undefined
        ? 'Zu viele Versuche, sich anzumelden.'
        : `Zu viele Versuche. Versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} wieder.`,
    RATE_LIMIT_EXCEEDED: () => 'Zu viele Anfragen. Warten Sie einen Augenblick.',
    NOT_FOUND: () => 'Unter dieser Adresse ist nichts.',
    PAYLOAD_TOO_LARGE: () => 'Das Formular ist zu groß.',
    UNSUPPORTED_MEDIA_TYPE: () => 'Hier wird nur ein Formular angenommen.',
    INTERNAL_ERROR: () => 'Bei uns ist etwas schiefgegangen. Nennen Sie dem Betreiber die Nummer der Anfrage.',
    UNAVAILABLE: () => 'Der Dienst erreicht seine Datenbank gerade nicht. Versuchen Sie es gleich noch einmal.',
  },
}
