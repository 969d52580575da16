/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import com.fasterxml.jackson.databind.JsonNode;

/** What the requests of a procedure are as JSON. Thread-safe. */
interface RequestForm {
    /** JSON schema of the requests. */
    JsonNode schema();

    /**
     * Reads a request.
     *
     * @throws InvalidCall if it does not fit
     */
    Object read(JsonNode json);
}
