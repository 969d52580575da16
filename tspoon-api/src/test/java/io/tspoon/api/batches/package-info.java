/** Jobs that take elements in batches. */
package io.tspoon.api.batches;
