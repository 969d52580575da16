/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/** All sections: as plain text, as Markdown, or as HTML in one file that needs nothing else. */
public final class Page {
    private static final String WEBJAR = "/META-INF/resources/webjars/chart.js/";
    private static final String WEBJAR_PROPERTIES =
            "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
    private static final int PIXELS_OF_PLOT = 70;
    private static final int PIXELS_OF_BAR = 22;
    private static final int MAX_MARKDOWN_BARS = 12;

    private final List<Section> sections = new ArrayList<>();

    /** A page of the reports of workloads, as {@code --json} writes them. */
    public Page(List<JsonNode> reports) {
        Sections made = new Sections();
        reports.forEach(report -> sections.add(made.section(report)));
    }

    /** The page as HTML, its plots drawn by Chart.js. */
    public String html() {
        StringBuilder body = new StringBuilder();
        List<Plot> plots = new ArrayList<>();
        for (Section section : sections) {
            body.append("<h2>").append(Html.text(section.title())).append("</h2>\n<ul>\n");
            for (String note : section.notes()) {
                body.append("<li>").append(Html.text(note)).append("</li>\n");
            }
            body.append("</ul>\n");
            section.grids().forEach(grid -> body.append(grid.html()));
            body.append("<div class=\"plots\">\n");
            for (Plot plot : section.allPlots()) {
                int height = PIXELS_OF_PLOT + PIXELS_OF_BAR * plot.bars().size();
                body.append("<div class=\"plot\" style=\"height:")
                        .append(height)
                        .append("px\"><canvas id=\"plot")
                        .append(plots.size())
                        .append("\"></canvas></div>\n");
                plots.add(plot);
            }
            body.append("</div>\n");
        }
        return resource("page.html")
                .replace("@BODY@", body)
                .replace("@PLOTS@", json(plots))
                .replace("@LIBRARY@", library());
    }

    /** The page as plain text: tables, the figures of papers, and what to know of both. */
    public void print(PrintWriter out) {
        for (Section section : sections) {
            out.println();
            out.println(section.title());
            for (Grid grid : section.grids()) {
                if (!grid.isWide()) {
                    out.println();
                    grid.print(out);
                }
            }
            out.println();
            section.papers().forEach(plot -> out.println(plot.text()));
            section.notes().forEach(out::println);
        }
    }

    /** The page as Markdown; what shows Mermaid shows the plots. */
    public String markdown() {
        StringBuilder page = new StringBuilder("# Results of the benchmarks\n");
        for (Section section : sections) {
            page.append("\n## ").append(section.title()).append("\n\n");
            section.notes().forEach(note -> page.append("- ").append(note).append('\n'));
            section.grids().forEach(grid -> page.append('\n').append(grid.markdown()));
            for (Plot plot : section.allPlots()) {
                for (Plot piece : plot.pieces(MAX_MARKDOWN_BARS)) {
                    page.append(mermaid(piece, plot.longest()));
                }
            }
        }
        return page.toString();
    }

    /** Mermaid's own scale would begin where the shortest bar ends. */
    private static String mermaid(Plot plot, double longest) {
        List<String> labels = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (Plot.Bar bar : plot.bars()) {
            labels.add('"' + bar.label().replace('"', ' ') + '"');
            values.add(number(bar.median()));
        }
        return String.format(
                Locale.ROOT,
                """

                ```mermaid
                xychart-beta horizontal
                    title "%s"
                    x-axis [%s]
                    y-axis "%s" 0 --> %s
                    bar [%s]
                ```
                """,
                plot.title().replace('"', ' '),
                String.join(", ", labels),
                plot.unit(),
                number(longest),
                String.join(", ", values));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** No text in it can end the script. */
    private static String json(List<Plot> plots) {
        try {
            return new ObjectMapper().writeValueAsString(plots).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot write plots", e);
        }
    }

    private static String library() {
        Properties properties = new Properties();
        try (InputStream in = open(WEBJAR_PROPERTIES)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read version of Chart.js", e);
        }
        return resource(WEBJAR + properties.getProperty("version") + "/dist/chart.umd.min.js");
    }

    private static String resource(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read resource: name=" + name, e);
        }
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = Page.class.getResourceAsStream(name);
        if (in == null) {
            throw new IOException("no such resource: " + name);
        }
        return in;
    }
}
