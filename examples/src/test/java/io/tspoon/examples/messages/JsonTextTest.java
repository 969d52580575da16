/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.text.StrictText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonTextTest {
    private final JsonText json = new JsonText();
    private final StrictText text = new StrictText(StandardCharsets.UTF_8);

    /** What a message may say. */
    record Item(String name, int pieces, long cents) {
        Item {
            RequiredText.check("name", name);
        }
    }

    @Test
    void recordsAreRead() throws MalformedMessageException {
        assertThat(read("{\"name\":\"nüt\",\"pieces\":2,\"cents\":0,\"more\":[1]}"))
                .isEqualTo(new Item("nüt", 2, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"name\":\"a\",\"pieces\":2,\"cents\":1,\"name\":\"b\"} | Duplicate field 'name'",
                "{\"name\":\"a\",\"pieces\":2,\"cents\":1,\"x\":1,\"x\":2} | Duplicate field 'x'",
                "{\"name\":\"a\",\"pieces\":2} | Cannot map `null` into type `long`",
                "{\"name\":\"a\",\"pieces\":null,\"cents\":1} | Cannot map `null` into type `int`",
                "{\"name\":\"a\",\"pieces\":\"2\",\"cents\":1} | Cannot coerce String value",
                "{\"name\":\"a\",\"pieces\":2.0,\"cents\":1} | Cannot coerce Floating-point value",
                "{\"name\":7,\"pieces\":2,\"cents\":1} | name: it is no text in quotes",
                "{\"name\":true,\"pieces\":2,\"cents\":1} | name: it is no text in quotes",
                "{\"name\":\" \",\"pieces\":2,\"cents\":1} | name is missing",
                "{\"pieces\":2,\"cents\":1} | name is missing",
                "{\"name\":\"\\ud800\",\"pieces\":2,\"cents\":1} | name: it has half of a"
                        + " character",
                "{\"name\":\"\\u0000\",\"pieces\":2,\"cents\":1} | name: it has a NUL character",
                "{\"name\":\"a\",\"pieces\":2,\"cents\":1} 3 | Trailing token",
                "null | it is null"
            })
    void nothingIsGuessed(String message, String problem) {
        assertThatThrownBy(() -> read(message))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageStartingWith(problem);
    }

    @Test
    void bytesThatAreNotUtf8AreMalformed() {
        byte[] latin = "{\"name\":\"Müller\"}".getBytes(StandardCharsets.ISO_8859_1);
        Message message = Message.decode("topic-0@7", latin, text);

        assertThat(message)
                .isEqualTo(
                        new Message(
                                "topic-0@7",
                                "{\"name\":\"M\\xfcller\"}",
                                "it is not UTF-8 at byte 11"));
        assertThatThrownBy(() -> json.read(message, Item.class))
                .hasMessage("it is not UTF-8 at byte 11");
        assertThatThrownBy(() -> json.read(Message.decode("topic-0@8", null, text), Item.class))
                .hasMessage("it has no value");
    }

    private Item read(String message) throws MalformedMessageException {
        return json.read(Message.text("here", message), Item.class);
    }
}
