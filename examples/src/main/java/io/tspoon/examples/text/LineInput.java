/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import java.io.IOException;
import java.io.Serializable;

/**
 * A file, a pipe or whatever has lines. Part of the job.
 *
 * @param <T> what a line says
 */
public interface LineInput<T> extends Serializable {
    /** The path, or another name. */
    String location();

    /** Opens it at its first line. */
    ParsedLines<T> open() throws IOException;
}
