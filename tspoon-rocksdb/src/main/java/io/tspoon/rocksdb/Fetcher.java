/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Fetches files that others have put into a checkpoint. None counts as kept before it is whole and
 * its blocks are those that RocksDB has written.
 */
final class Fetcher {
    private final RateLimit limit;
    private final CloseableRegistry canceled;

    /**
     * @param canceled closes streams when nobody wants the files any more
     */
    Fetcher(RateLimit limit, CloseableRegistry canceled) {
        this.limit = limit;
        this.canceled = canceled;
    }

    /**
     * Fetches a file.
     *
     * @return whether it is kept; it is not if there is no room
     */
    boolean fetch(HandleAndLocalPath file, KeptStore store) throws IOException {
        if (!store.hasRoom(file.getStateSize())) {
            return false;
        }
        String name = KeptName.of(file.getHandle());
        Path part = store.part(name);
        try {
            Download.to(part, file.getHandle(), canceled, limit);
            if (file.getLocalPath().endsWith(InstanceDirectory.SST)) {
                TableCheck.check(part);
            }
            return store.keep(name, part);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
