/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Processes, disks and networks on this machine that can be made to fail. Disks and networks need
 * root on Linux; if that or a command is missing, they say so.
 */
@NullMarked
package io.tspoon.cluster.host;

import org.jspecify.annotations.NullMarked;
