/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.bound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;

import static org.assertj.core.api.Assertions.assertThat;

class SizeLimitTest {
    private static final JsonMapper JSON = new JsonMapper();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "-9223372036854775808",
                "0.1",
                "1.0E300",
                "\"\"",
                "\"text\"",
                "[]",
                "{}",
                "[[],{},[1]]",
                "[1,2,3]",
                "{\"a\":1,\"bc\":[true,null],\"d\":{\"e\":\"f\"}}"
            })
    void isTheLengthOfTheText(String json) throws Exception {
        assertThat(SizeLimit.sizeOf(JSON.readTree(json))).isEqualTo(json.length());
    }

    @Test
    void bytesAndDecimalsCountAsTheyAreWritten() throws Exception {
        for (int length = 0; length < 10; length++) {
            isLengthOf(BinaryNode.valueOf(new byte[length]));
        }
        isLengthOf(DecimalNode.valueOf(new BigDecimal("12345678901234567890.12")));
    }

    @Test
    void isNeverMoreThanTheText() throws Exception {
        JsonNode json = JSON.readTree("\"\\u0000\\n\\\"\u00e4\u4e2d\ud83d\ude00\"");
        assertThat(SizeLimit.sizeOf(json)).isLessThanOrEqualTo(JSON.writeValueAsBytes(json).length);
    }

    @Test
    void entriesCountWithWhatIsAroundThem() throws Exception {
        JsonNode key = JSON.readTree("\"a\"");
        JsonNode value = JSON.readTree("{\"b\":7}");
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.set("key", key);
        entry.put("found", true).set("value", value);
        assertThat(SizeLimit.sizeOfEntry(key, value))
                .isEqualTo(JSON.writeValueAsBytes(entry).length + 1);
    }

    private static void isLengthOf(JsonNode json) throws Exception {
        assertThat(SizeLimit.sizeOf(json)).isEqualTo(JSON.writeValueAsBytes(json).length);
    }
}
