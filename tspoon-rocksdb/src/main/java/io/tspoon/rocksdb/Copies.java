/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.Path;

/** What an instance tells those who copy its peers' files. Its task's thread calls. */
interface Copies {
    /** Nothing is copied. */
    Copies NONE =
            new Copies() {
                @Override
                public void written(long checkpoint, Path metadata) {}

                @Override
                public void complete(long checkpoint) {}

                @Override
                public void end() {}

                @Override
                public long behindMs() {
                    return 0;
                }

                @Override
                public long bytes() {
                    return 0;
                }
            };

    /**
     * The instance writes a part of a checkpoint.
     *
     * @param metadata where it is listed once it is complete
     */
    void written(long checkpoint, Path metadata);

    /** A checkpoint is complete. */
    void complete(long checkpoint);

    /** The instance has ended; any thread. */
    void end();

    /** For how long a checkpoint has been complete whose files are not copied yet; any thread. */
    long behindMs();

    /** How much was copied since the first instance of the job has begun; any thread. */
    long bytes();
}
