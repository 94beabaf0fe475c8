/** Files of the data folder with the generated secrets of the embedded database. */
export const SECRET_FILE = 'secret.key'
export const PREVIOUS_SECRETS_FILE = 'secret.previous.key'
export const SECRET_FILES: readonly string[] = [SECRET_FILE, PREVIOUS_SECRETS_FILE]
