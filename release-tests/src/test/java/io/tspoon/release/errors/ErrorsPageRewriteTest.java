/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What is written by hand survives; the rest follows the sources. */
class ErrorsPageRewriteTest {
    private static final ErrorsPage PAGE =
            page(
                    """
                    ## TSP-10xx: one

                    | code | message | cause | what to do |
                    |---|---|---|---|
                    | TSP-1000 | `Cannot go: old` | it stands | Push it.<br>Or pull. |
                    | TSP-1002 | `Cannot stay` | it runs | Wait. |

                    ## TSP-11xx: two

                    | code | message | cause | what to do |
                    |---|---|---|---|

                    ## Retired codes

                    | code | message | why it is gone |
                    |---|---|---|
                    | TSP-1001 | `Cannot sit` | chairs are gone |
                    """);

    @Test
    void rowsFollowTheMessages() {
        assertThat(
                        PAGE.with(
                                List.of(
                                        message("TSP-1000", "Cannot go: new. Drag it"),
                                        message("TSP-1100", "Cannot <lie>, at=…"))))
                .isEqualTo(
                        page(
                                """
                                ## TSP-10xx: one

                                | code | message | cause | what to do |
                                |---|---|---|---|
                                | TSP-1000 | `Cannot go: new` | it stands | Drag it.<br>Or pull. |

                                ## TSP-11xx: two

                                | code | message | cause | what to do |
                                |---|---|---|---|
                                | TSP-1100 | `Cannot <lie>, at=…` |  |  |

                                ## Retired codes

                                | code | message | why it is gone |
                                |---|---|---|
                                | TSP-1001 | `Cannot sit` | chairs are gone |
                                | TSP-1002 | `Cannot stay` |  |
                                """));
    }

    @Test
    void rowsAreRead() {
        assertThat(PAGE.rows())
                .extracting(ErrorsPage.Row::fix)
                .containsExactly("Push it.<br>Or pull.", "Wait.");
        assertThat(PAGE.retired())
                .containsExactly(List.of("TSP-1001", "`Cannot sit`", "chairs are gone"));
    }

    private static Message message(String code, String text) {
        return new Message(code, text, "sample", "Sample:1");
    }

    private static ErrorsPage page(String text) {
        return new ErrorsPage(text.lines().toList());
    }
}
