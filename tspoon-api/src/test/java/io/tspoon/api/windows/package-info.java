/* SPDX-License-Identifier: Apache-2.0 */
/** Windows against plain lists: by themselves, in jobs, over failures, and as readers see them. */
package io.tspoon.api.windows;
