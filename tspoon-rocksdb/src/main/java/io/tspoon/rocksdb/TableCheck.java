/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

import java.io.IOException;
import java.nio.file.Path;

/** Reads a whole file of RocksDB and compares each block with its checksum. */
final class TableCheck {
    private TableCheck() {}

    /**
     * @throws IOException if a block is damaged, or the file is none of RocksDB
     */
    static void check(Path file) throws IOException {
        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(file.toString());
            reader.verifyChecksum();
        } catch (RocksDBException e) {
            throw new IOException(
                    "[TSP-2351] Cannot use file: its content is damaged, file=" + file, e);
        }
    }
}
