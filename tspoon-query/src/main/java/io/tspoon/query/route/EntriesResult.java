/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Entries of a state.
 *
 * @param state name of the state
 * @param entries the entries
 * @param entryBytes size of the entries
 * @param nextPage token of the next page; null if there is none
 */
@Internal
public record EntriesResult(
        String state, List<AnsweredEntry> entries, long entryBytes, @Nullable String nextPage)
        implements ReadResult {
    private static final int AROUND_ENTRIES = "{\"state\":\"\",\"entries\":[]}".length();
    private static final int AROUND_TOKEN = ",\"nextPageToken\":\"\"".length();

    @Override
    public long bytes() {
        long token = nextPage == null ? 0 : AROUND_TOKEN + nextPage.length();
        return AROUND_ENTRIES + state.length() + entryBytes + token;
    }
}
