/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Scans of states of the graph {@code bank}, whose values are numbers, page by page. */
public final class Scans {
    private static final int MOST_PAGES = 20;

    private Scans() {}

    /** The values in the order of the keys; of two servers, each is asked for every other page. */
    public static List<Long> values(TestJob job, String state, String order, int limit)
            throws Exception {
        String scan = "/v1/graphs/bank/states/" + state + "/scan";
        List<Long> values = new ArrayList<>();
        String body = "{'limit':" + limit + ",'order':'" + order + "'}";
        for (int pages = 0; !body.isEmpty() && pages < MOST_PAGES; pages++) {
            JsonNode page = new Http(job.address(pages % 2)).post(scan, body).json();
            page.path("entries").forEach(entry -> values.add(entry.path("value").asLong()));
            String next = page.path("nextPageToken").asText();
            body = next.isEmpty() ? "" : "{'pageToken':'" + next + "'}";
        }
        return values;
    }
}
