/** The server sends browsers here that come from an app. Its cookie for the request belongs to this address. */
const PAGE = /^\/ui\/oauth\/[\w-]+$/

/** Whether an app has sent the browser to this page. */
export const isForApp = (): boolean => PAGE.test(location.pathname)
