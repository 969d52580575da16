package io.tspoon.benchmarks;
@picocli.CommandLine.Command(name="report") final class ReportCommand {}