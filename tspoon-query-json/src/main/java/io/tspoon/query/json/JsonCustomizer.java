/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.apache.flink.annotation.PublicEvolving;

/**
 * Changes how keys and values are converted to and from JSON: registers modules, mixins, formats.
 * Found with {@link java.util.ServiceLoader} on the class path of the job and of Java clients.
 *
 * <p>Write no two keys of a state alike, and read each as the key that it was: a page with a key
 * whose JSON is read as another one fails.
 */
@PublicEvolving
public interface JsonCustomizer {
    /** Changes the mapper from which servers and clients start. Called once for each of them. */
    void customize(JsonMapper.Builder mapper);
}
