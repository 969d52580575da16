package io.tspoon.benchmarks;
@picocli.CommandLine.Command(name="compare") final class CompareCommand {}