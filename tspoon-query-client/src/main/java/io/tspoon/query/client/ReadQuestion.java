/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What is asked by the general request, alone or with others. */
abstract class ReadQuestion<T> extends Question<T> {
    @Override
    final Call call(Json json, When when) {
        ObjectNode body = json.object();
        body.putArray("reads").add(read(json));
        return Call.post("/query", body).with(when);
    }

    @Override
    final T answer(Json json, JsonNode body) {
        return part(json, Json.member(Json.member(body, "results"), 0));
    }
}
