/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

import org.junit.jupiter.api.Test;

import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

import java.io.IOException;
import java.net.URI;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

class MessagesTest {
    @Test
    void messageIsReadWithItsValuesLeftOut() throws IOException {
        Messages found =
                read(
                        """
                        static final String FIX = "Let it be";
                        void a() {
                            throw new Problem(
                                    "[TSP-0001] Cannot fall: it is " + (up ? "up" : "down")
                                            + ", height=" + height() + ". " + FIX + ".");
                        }
                        void b() { LOG.warn("[TSP-0002] Lost {}, all={}", one, two); }
                        """);

        assertThat(found.coded())
                .extracting(Message::code, Message::what, Message::meaning, Message::fix)
                .containsExactly(
                        tuple(
                                "TSP-0001",
                                "Cannot fall: it is up / down, height=…",
                                "Cannot fall: it is up / down",
                                "Let it be."),
                        tuple("TSP-0002", "Lost …, all=…", "Lost …", ""));
        assertThat(found.uncoded()).isEmpty();
    }

    @Test
    void codeOfACauseIsPassedToTheMethodThatMakesTheMessage() throws IOException {
        Messages found =
                read(
                        """
                        void a() { throw unfit("TSP-0003", "it is " + size, "Cut it"); }
                        void b() { throw gone("[TSP-0004] Cannot read: it is gone", 7); }
                        Exception unfit(String code, String why, String fix) {
                            return new Exception("[" + code + "] Cannot fit: " + why + ". " + fix);
                        }
                        Exception gone(String cannot, int place) {
                            return new Exception(cannot + ", place=" + place);
                        }
                        """);

        assertThat(found.coded())
                .extracting(Message::code, Message::what, Message::fix)
                .containsExactly(
                        tuple("TSP-0003", "Cannot fit: it is …", "Cut it"),
                        tuple("TSP-0004", "Cannot read: it is gone, place=7", ""));
        assertThat(found.uncoded()).isEmpty();
    }

    @Test
    void whatHasNoCodeIsFound() throws IOException {
        Messages found =
                read(
                        """
                        String a = "Cannot do it";
                        String b = "[TSP-12] Cannot do it";
                        void c() { throw new IllegalStateException("it is closed"); }
                        void d() { LOG.error("Lost {}", all); }
                        void e() { LOG.info("Found {}", all); throw new IOException("a part"); }
                        """);

        assertThat(found.coded()).isEmpty();
        assertThat(found.uncoded())
                .map(text -> text.substring(text.indexOf(' ') + 1))
                .containsExactly(
                        "Cannot do it", "[TSP-12] Cannot do it", "it is closed", "Lost {}");
    }

    private static Messages read(String members) throws IOException {
        JavaFileObject file =
                new SimpleJavaFileObject(
                        URI.create("string:///Sample.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignored) {
                        return "class Sample {\n" + members + "}";
                    }
                };
        return new Messages(Sources.of("sample", List.of(file)), List.of("a part"));
    }
}
