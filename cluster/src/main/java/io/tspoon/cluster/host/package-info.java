/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Disks and networks of their own on this machine, which can be made to fail. They need root on
 * Linux; where that, or a command, is missing they say so.
 */
@NullMarked
package io.tspoon.cluster.host;

import org.jspecify.annotations.NullMarked;
