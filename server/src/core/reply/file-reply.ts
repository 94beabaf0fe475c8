import type { File } from '../action.ts'
import type { Reply } from '../command.ts'

/** A browser that shows the file as a page runs and loads nothing of it. */
const SANDBOX = { 'content-security-policy': "sandbox; default-src 'none'" }

export const fileReply = ({ status, headers }: Pick<Reply, 'status' | 'headers'>, file: File): Reply => ({
  status,
  headers: {
    ...headers,
    'content-type': file.type,
    'content-disposition': dispositionOf(file),
    ...(file.tag && { etag: `"${file.tag}"` }),
    ...(file.isUntrusted && SANDBOX),
  },
  body: '',
  file: file.content,
  ...(file.next && { next: file.next }),
})

/** A name that every header can carry; where that is not the true one, the true one beside it. */
function dispositionOf({ name, isAttachment }: File): string {
  const plain = name.replace(/[^\w .+-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${isAttachment ? 'attachment' : 'inline'}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`
}
