/* SPDX-License-Identifier: Apache-2.0 */
import { hasToken } from './api.js';
import { element } from './dom.js';

/** How to send a request without this page; without the token, which nobody should copy. */
export function asCurl({ path, text, key }) {
  const quoted = (part) => `'${part.replaceAll("'", "'\\''")}'`;
  const url = quoted(new URL(path, document.baseURI).href);
  const token = hasToken() ? ' \\\n  -H "Authorization: Bearer $TOKEN"' : '';
  const own = key ? ` \\\n  -H ${quoted(`Idempotency-Key: ${key}`)}` : '';
  const data = text ? ` \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(text)}` : '';
  return element(
    'details',
    {},
    element('summary', { class: 'muted' }, 'The same with curl'),
    element('pre', { class: 'mono scroll' }, `curl ${url}${token}${own}${data}`),
  );
}
