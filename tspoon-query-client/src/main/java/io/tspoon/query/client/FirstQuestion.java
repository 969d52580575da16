/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.List;

/** The first entries of a scan without further pages, so that the server keeps no snapshot. */
final class FirstQuestion<K, V> extends ReadQuestion<List<Entry<K, V>>> {
    private final PageQuestion<K, V> page;

    FirstQuestion(PageQuestion<K, V> page) {
        this.page = page;
    }

    @Override
    ObjectNode read(Json json) {
        ObjectNode read = page.read(json);
        read.withObject("/scan").put("nextPage", false);
        return read;
    }

    @Override
    List<Entry<K, V>> part(Json json, JsonNode result) {
        return page.part(json, result).entries();
    }

    @Override
    public String toString() {
        return "first " + page;
    }
}
