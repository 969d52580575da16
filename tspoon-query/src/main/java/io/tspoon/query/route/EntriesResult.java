/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.ReadPlan;

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
 * @param plan how they were found; null if that was not asked for
 */
@Internal
public record EntriesResult(
        String state,
        List<AnsweredEntry> entries,
        long entryBytes,
        @Nullable String nextPage,
        @Nullable ReadPlan plan)
        implements ReadResult {
    /** Entries that were looked up, or of which nobody asked how they were found. */
    public EntriesResult(
            String state, List<AnsweredEntry> entries, long entryBytes, @Nullable String nextPage) {
        this(state, entries, entryBytes, nextPage, null);
    }

    private static final int AROUND_ENTRIES = "{\"state\":\"\",\"entries\":[]}".length();
    private static final int AROUND_TOKEN = ",\"nextPageToken\":\"\"".length();

    @Override
    public long bytes() {
        long token = nextPage == null ? 0 : AROUND_TOKEN + nextPage.length();
        return AROUND_ENTRIES + state.length() + entryBytes + token;
    }
}
