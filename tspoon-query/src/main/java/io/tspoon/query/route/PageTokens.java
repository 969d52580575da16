/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.request.PageToken;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Writes page tokens. Fails if one would not fit into a request for the next page.
 *
 * @param mapper writes JSON
 * @param maxRequestBytes maximum size of a request, which has to carry the token back
 */
record PageTokens(ObjectMapper mapper, long maxRequestBytes) {
    /** Maximum number of characters beside the token in a request for the next page. */
    private static final int AROUND_TOKEN =
            "{\"pageToken\":\"\",\"limit\":2147483647,\"timeoutMs\":2147483647}".length();

    String textOf(PageToken next) {
        String token = next.encode(mapper);
        long bytes = (long) token.length() + AROUND_TOKEN;
        if (bytes > maxRequestBytes) {
            throw new QueryException(
                    FailureReason.REQUEST_TOO_LARGE,
                    "[TSP-4206] Cannot scan page by page: the request for the next page would be"
                            + " too large, as it has this one and the last key in it, bytes="
                            + bytes
                            + ", "
                            + QueryOptions.MAX_REQUEST_SIZE.key()
                            + "="
                            + maxRequestBytes
                            + ". Filter by fewer or shorter constants, raise the limit of entries"
                            + " so that one page has all, or set a larger "
                            + QueryOptions.MAX_REQUEST_SIZE.key()
                            + ".");
        }
        return token;
    }
}
