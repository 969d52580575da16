/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What trials share that break a job and judge what is left: the input, an observer and a reader
 * outside the job, the files of the sink, an oracle.
 *
 * <p>It imports {@link io.tspoon.transaction} and {@link io.tspoon.query.client}. {@link
 * io.tspoon.examples.crashsoak} and the trials on clusters import it.
 */
@NullMarked
package io.tspoon.examples.trial;

import org.jspecify.annotations.NullMarked;
