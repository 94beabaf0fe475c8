import type { Texts } from './texts.ts'

const circumstances = ({ at, address, device }: Readonly<Record<string, string>>) =>
  [`Time: ${at}`, `Address: ${address}`, `Device: ${device}`].join('\n')

export const en: Texts = {
  greeting: (name) => `Hello ${name},`,
  notYou: 'If you do not expect this, change your password and tell an administrator.',
  signature: (origin) => `Kontor\n${origin}`,
  kinds: {
    invitation: ({ by, link, hours }) => ({
      subject: 'Your invitation to Kontor',
      paragraphs: [
        `${by} has invited you to Kontor. Choose a password to sign in:`,
        link!,
        `The link is valid for ${hours} hours and can be used once.`,
      ],
    }),
    'password-reset': ({ link, hours }) => ({
      subject: 'Set a new password for Kontor',
      paragraphs: [
        'A new password was requested for your account. Choose it here:',
        link!,
        `The link is valid for ${hours} hours and can be used once.`,
        'If you did not request it, you need not do anything: your password stays as it is.',
      ],
    }),
    'new-device': (data) => ({
      subject: 'New sign-in to Kontor',
      paragraphs: ['Your account was used to sign in from a device that was not used before.', circumstances(data)],
    }),
    'new-key': ({ key, owner, by, at }) => ({
      subject: 'New API key in Kontor',
      paragraphs: [`${by} has created the API key “${key}”, which acts for ${owner}.`, `Time: ${at}`],
    }),
    'new-webhook': ({ url, owner, by, at }) => ({
      subject: 'New webhook address in Kontor',
      paragraphs: [
        `${by} has set a webhook to send changes to ${url}. It reads with the rights of ${owner}.`,
        `Time: ${at}`,
      ],
    }),
    'new-administrator': ({ who, email, by, at }) => ({
      subject: 'New administrator in Kontor',
      paragraphs: [`${by} has made ${who} (${email}) an administrator.`, `Time: ${at}`],
    }),
    'password-changed': ({ by, at }) => ({
      subject: 'Your Kontor password was changed',
      paragraphs: [
        'The password of your account was changed, and your other sessions were ended.',
        `By: ${by}\nTime: ${at}`,
      ],
    }),
    'email-changed': ({ from, to, by, at }) => ({
      subject: 'The e-mail address of your Kontor account was changed',
      paragraphs: [`You now sign in with ${to}, no longer with ${from}.`, `By: ${by}\nTime: ${at}`],
    }),
    'second-factor-added': ({ factor, at }) => ({
      subject: 'A second factor was added to your Kontor account',
      paragraphs: [`From now on you can confirm your sign-in with: ${factor}.`, `Time: ${at}`],
    }),
    'second-factor-removed': ({ factor, by, at }) => ({
      subject: 'A second factor was removed from your Kontor account',
      paragraphs: [`It is no longer used to confirm your sign-in: ${factor}.`, `By: ${by}\nTime: ${at}`],
    }),
    'second-factor-reset': ({ by, at }) => ({
      subject: 'The second factor of your Kontor account was reset',
      paragraphs: [
        'An administrator has removed all your second factors. Until you set one up again, your sign-in is protected by your password alone.',
        `By: ${by}\nTime: ${at}`,
      ],
    }),
  },
}
