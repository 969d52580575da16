#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A collector of OpenTelemetry refuses two of six reports of Flink's metrics, as one does that restarts.
#
# Library: Flink 2.3.0 (flink-metrics-otel)
# Behaviour: counters are sent as differences since the last report, not as totals, and a difference counts as sent
#   whether or not the collector took it. It is not sent again, also if the answer was 503, which OTLP says to repeat.
# Matters: the sums of committed and aborted transactions at the collector stay too small for ever. Where sums are
#   compared with books, scrape totals (flink-metrics-prometheus), or send through a collector on the same machine.
# Output seen:
#   counted 60, collector has 40 after 2 refused reports of 6
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Refused.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import org.apache.flink.metrics.*;
import org.apache.flink.metrics.groups.*;
import org.apache.flink.metrics.otel.OpenTelemetryMetricReporterFactory;
import org.apache.flink.metrics.reporter.Scheduled;
import java.io.*;
import java.net.InetSocketAddress;
import java.util.*;
import java.util.concurrent.*;
import java.util.zip.GZIPInputStream;

public class Refused {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Long> received = new LinkedBlockingQueue<>();
        int[] status = {200};
        HttpServer collector = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        collector.createContext("/", exchange -> {
            InputStream body = exchange.getRequestBody();
            if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) body = new GZIPInputStream(body);
            var metric = ExportMetricsServiceRequest.parseFrom(body.readAllBytes()).getResourceMetrics(0).getScopeMetrics(0).getMetrics(0);
            int answer = status[0];
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
            received.add(answer == 200 ? metric.getSum().getDataPoints(0).getAsInt() : 0L);
        });
        collector.start();

        MetricConfig config = new MetricConfig();
        config.setProperty("exporter.endpoint", "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics");
        config.setProperty("exporter.protocol", "http");
        var reporter = new OpenTelemetryMetricReporterFactory().createMetricReporter(config);
        reporter.open(config);
        Counter committed = new SimpleCounter();
        reporter.notifyOfAddedMetric(committed, "committed", new Group());
        long sum = 0;
        for (int report = 1; report <= 6; report++) {
            committed.inc(10);
            status[0] = report == 3 || report == 4 ? 503 : 200;
            ((Scheduled) reporter).report();
            sum += received.poll(60, TimeUnit.SECONDS);
        }
        // A late repetition would come now.
        for (Long late; (late = received.poll(5, TimeUnit.SECONDS)) != null; ) sum += late;
        System.out.println("counted " + committed.getCount() + ", collector has " + sum + " after 2 refused reports of 6");
        System.exit(0);
    }

    /** The group of a metric, as far as the reporter asks it. */
    static final class Group extends UnregisteredMetricsGroup implements LogicalScopeProvider {
        public String getLogicalScope(CharacterFilter filter) {
            return "job";
        }

        public String getLogicalScope(CharacterFilter filter, char delimiter) {
            return "job";
        }

        public MetricGroup getWrappedMetricGroup() {
            return this;
        }
    }
}
JAVA

packages flink org.apache.flink:flink-metrics-otel:2.3.0 org.apache.flink:flink-runtime:2.3.0 \
    io.opentelemetry.proto:opentelemetry-proto:1.7.0-alpha com.google.protobuf:protobuf-java:4.32.1
program flink Refused | as_seen
