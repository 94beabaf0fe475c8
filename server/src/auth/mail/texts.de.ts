import type { Texts } from './texts.ts'

const circumstances = ({ at, address, device }: Readonly<Record<string, string>>) =>
  [`Zeit: ${at}`, `Adresse: ${address}`, `Gerät: ${device}`].join('\n')

export const de: Texts = {
  greeting: (name) => `Guten Tag ${name},`,
  notYou: 'Wenn Sie das nicht erwarten, ändern Sie Ihr Passwort und informieren Sie die Administration.',
  signature: (origin) => `Kontor\n${origin}`,
  kinds: {
    invitation: ({ by, link, hours }) => ({
      subject: 'Ihre Einladung zu Kontor',
      paragraphs: [
        `${by} hat Sie zu Kontor eingeladen. Wählen Sie ein Passwort, um sich anzumelden:`,
        link!,
        `Der Link gilt ${hours} Stunden und kann einmal verwendet werden.`,
      ],
    }),
    'password-reset': ({ link, hours }) => ({
      subject: 'Neues Passwort für Kontor',
      paragraphs: [
        'Für Ihr Konto wurde ein neues Passwort angefordert. Wählen Sie es hier:',
        link!,
        `Der Link gilt ${hours} Stunden und kann einmal verwendet werden.`,
        'Wenn Sie es nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
      ],
    }),
    'new-device': (data) => ({
      subject: 'Neue Anmeldung bei Kontor',
      paragraphs: [
        'Mit Ihrem Konto hat sich ein Gerät angemeldet, das bisher nicht verwendet wurde.',
        circumstances(data),
      ],
    }),
    'new-key': ({ key, owner, by, at }) => ({
      subject: 'Neuer API-Schlüssel in Kontor',
      paragraphs: [`${by} hat den API-Schlüssel „${key}“ erstellt, der für ${owner} handelt.`, `Zeit: ${at}`],
    }),
    'new-webhook': ({ url, owner, by, at }) => ({
      subject: 'Neue Webhook-Adresse in Kontor',
      paragraphs: [
        `${by} hat einen Webhook eingerichtet, der Änderungen an ${url} sendet. Er liest mit den Rechten von ${owner}.`,
        `Zeit: ${at}`,
      ],
    }),
    'new-administrator': ({ who, email, by, at }) => ({
      subject: 'Neue Administratorrechte in Kontor',
      paragraphs: [`${by} hat ${who} (${email}) die Rolle „admin“ gegeben.`, `Zeit: ${at}`],
    }),
    'password-changed': ({ by, at }) => ({
      subject: 'Ihr Kontor-Passwort wurde geändert',
      paragraphs: [
        'Das Passwort Ihres Kontos wurde geändert; Ihre anderen Sitzungen wurden beendet.',
        `Von: ${by}\nZeit: ${at}`,
      ],
    }),
    'email-changed': ({ from, to, by, at }) => ({
      subject: 'Die E-Mail-Adresse Ihres Kontor-Kontos wurde geändert',
      paragraphs: [`Sie melden sich jetzt mit ${to} an, nicht mehr mit ${from}.`, `Von: ${by}\nZeit: ${at}`],
    }),
    'second-factor-added': ({ factor, at }) => ({
      subject: 'Zweiter Faktor für Ihr Kontor-Konto hinzugefügt',
      paragraphs: [`Ab jetzt können Sie Ihre Anmeldung bestätigen mit: ${factor}.`, `Zeit: ${at}`],
    }),
    'second-factor-removed': ({ factor, by, at }) => ({
      subject: 'Zweiter Faktor Ihres Kontor-Kontos entfernt',
      paragraphs: [`Damit wird Ihre Anmeldung nicht mehr bestätigt: ${factor}.`, `Von: ${by}\nZeit: ${at}`],
    }),
    'second-factor-reset': ({ by, at }) => ({
      subject: 'Zweiter Faktor Ihres Kontor-Kontos zurückgesetzt',
      paragraphs: [
        'Ein Administrator hat alle Ihre zweiten Faktoren entfernt. Bis Sie wieder einen einrichten, ist Ihre Anmeldung nur durch Ihr Passwort geschützt.',
        `Von: ${by}\nZeit: ${at}`,
      ],
    }),
  },
}
