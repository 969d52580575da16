/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A state backend that restores RocksDB from hard links of files that the process already holds:
 * its own, and copies of what other processes have put into checkpoints. And a tool that fetches
 * these for a process that is not there yet.
 *
 * <p>Uses internals of Flink and nothing of tspoon. Users name {@link
 * io.tspoon.rocksdb.KeptFilesBackendFactory} in their configuration; nobody else imports this
 * package.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.rocksdb;

import org.jspecify.annotations.NullMarked;
