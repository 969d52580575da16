/* SPDX-License-Identifier: Apache-2.0 */
/** T-graphs that are opened for several streams. */
package io.tspoon.api.entrances;
