/* SPDX-License-Identifier: Apache-2.0 */
/** T-graphs that are opened for calls. */
package io.tspoon.api.calls;
