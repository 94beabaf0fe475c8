import { html } from '../html.ts'
import type { Words } from './words.ts'

const insideSentence = (title: string) => title.charAt(0).toLowerCase() + title.slice(1)

export const english: Words = {
  language: 'en',
  scopes: {
    read: { title: 'See records', detail: 'Everything that you may see.' },
    write: {
      title: 'Create and change records',
      detail: 'Orders, invoices and everything else that you may change.',
    },
    delete: { title: 'Delete records', detail: 'Everything that you may delete.' },
    admin: { title: 'Administer this Kontor', detail: 'Users, roles, API keys, apps and settings.' },
    openid: { title: 'Know who you are', detail: 'Your user id.' },
    profile: { title: 'See your name', detail: 'As it is shown in Kontor.' },
    email: { title: 'See your e-mail address', detail: 'The one that you sign in with.' },
    offline_access: { title: 'Stay connected', detail: 'Also while you are away.' },
  },
  signIn: {
    title: 'Sign in',
    lead: (appName) => html`to continue to <strong>${appName}</strong>`,
    email: 'E-mail address',
    password: 'Password',
    cancel: 'Cancel',
  },
  secondFactor: {
    title: 'Second factor',
    lead: 'Enter the code of your authenticator app, or one of your recovery codes.',
    code: 'Code',
    passkey: 'Use a passkey',
  },
  consent: {
    title: (appName) => `Allow ${appName}`,
    question: (appName) => html`Let <strong>${appName}</strong> use your Kontor?`,
    who: (name, email) => html`You are signed in as <strong>${name}</strong> (${email}).`,
    another: 'Use another account',
    able: 'The app will be able to',
    none: 'Your role has none of the rights that the app asks for.',
    withheld: (titles) =>
      `It also asked to ${titles.map(insideSentence).join(', ')}. Your role does not have that right, so the app will not get it.`,
    afterwards: (destination) => html`Afterwards you are sent to ${destination}. You can revoke this at any time.`,
    thisComputer: (host) => html`a program on this computer (<strong>${host}</strong>)`,
    thisDevice: (app) => html`the app <strong>${app}</strong> on this device`,
    allow: 'Allow',
    deny: 'Deny',
  },
  sso: {
    button: (name) => `Sign in with ${name}`,
    confirmed: 'Confirmed',
    goBack: 'Close this window and continue in the other one.',
  },
  failure: {
    cannotConnect: 'The app cannot be connected',
    notValid: 'The request of the app is not valid.',
    wentWrong: 'Something went wrong',
    didNotWork: 'The request failed',
    error: 'Error',
    request: 'Request',
    hint: 'If this happens again, contact the operator of the app or your administrator, and give the number above.',
    expired: 'This page has expired, or it was opened in another browser. Go back to the app and start again.',
    unknownApp: 'The app is no longer registered here.',
    foreignForm: 'This form was not sent from its own page. Go back to the app and start again.',
  },
  problems: {
    SECOND_FACTOR_SETUP_REQUIRED: () =>
      'Your role requires a second factor. Sign in to the web interface of Kontor and set one up, then come back.',
  },
}
