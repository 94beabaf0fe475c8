/** More pages than there can be: a copy in several steps begins again after every write in between. */
export const ALL_PAGES = 1e9
