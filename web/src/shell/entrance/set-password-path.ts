/** The page to set a password. The token of a link follows as a fragment, which browsers do not send to the server. */
export const SET_PASSWORD = '/set-password'
