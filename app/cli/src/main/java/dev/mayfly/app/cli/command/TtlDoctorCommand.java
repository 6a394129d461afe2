package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Looks for suspicious rules and values. */
@Command(
        name = "doctor",
        header = "Look for rules and values that are not what somebody meant.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl doctor                             # all collections; exit code 1 if there are errors",
            "  mayfly ttl doctor demo.sessions",
            "  mayfly ttl doctor --all -o jsonl              # every document, not a sample"
        })
final class TtlDoctorCommand implements Callable<Integer> {
    private static final int SAMPLE = 10_000;
    private static final Table FINDINGS = new Table()
            .text("SEVERITY", "severity")
            .text("COLLECTION", "collection")
            .text("CODE", "code")
            .figure("DOCUMENTS", "documents", Words::count)
            .text("TEXT", "text");

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(arity = "0..1", paramLabel = "DB.COLL", description = "The collection; all of them if none is named.")
    private @Nullable String collection;

    @Option(names = "--all", description = "Look at every document instead of the first 10,000 of each collection.")
    private boolean all;

    @Override
    public Integer call() {
        Findings findings = new Findings();
        try (Progress progress = output.progress("looked at", "documents")) {
            if (collection != null) {
                look(List.of(where.find(server, collection)), findings, progress);
            } else if (all) {
                look(everywhere(), findings, progress);
            } else {
                sample(findings, progress);
            }
        }
        List<JsonNode> found = findings.all();
        if (output.isTable()) {
            draw(found);
        } else {
            output.list(found, FINDINGS);
        }
        boolean isBad = found.stream()
                .anyMatch(each -> each.path("severity").asString("").equals("error"));
        return isBad ? ExitCode.FAILED : ExitCode.OK;
    }

    private List<CollectionPath> everywhere() {
        return server.list(new UrlQuery("/api/v1/collections").with("face", where.face()), Long.MAX_VALUE).stream()
                .map(CollectionPath::of)
                .toList();
    }

    /** The first documents of every collection. */
    private void sample(Findings findings, Progress progress) {
        UrlQuery path = new UrlQuery("/api/v1/doctor").with("sample", SAMPLE);
        long lookedAt = 0;
        String after = null;
        do {
            JsonNode part = server.get(path.with("after", after).toString());
            part.path("findings").forEach(findings::add);
            after = part.path("next").asString(null);
            lookedAt += part.path("progress").path("documents").asLong();
            progress.advance(
                    lookedAt, part.path("progress").path("documentsTotal").asLong());
        } while (after != null);
    }

    /** These collections, each as far as it is to be looked at. */
    private void look(List<CollectionPath> collections, Findings findings, Progress progress) {
        long before = 0;
        for (CollectionPath path : collections) {
            UrlQuery query = path.at("/doctor").with("sample", all ? null : SAMPLE);
            long lookedAt = 0;
            long first = 0;
            int visits = 0;
            String after = null;
            do {
                JsonNode part = server.get(query.with("after", after).toString());
                part.path("findings").forEach(findings::add);
                after = part.path("next").asString(null);
                long documents = part.path("progress").path("documents").asLong();
                first = Math.max(first, documents);
                visits += documents == first ? 1 : 0;
                lookedAt += documents;
                boolean isOnly = collections.size() == 1;
                progress.advance(
                        before + lookedAt,
                        isOnly ? part.path("progress").path("documentsTotal").asLong() : 0);
            } while (after != null && all);
            before += lookedAt;
            findings.end(path.toString(), visits, lookedAt);
        }
    }

    private void draw(List<JsonNode> found) {
        if (found.isEmpty()) {
            output.line("Nothing suspicious.");
        }
        boolean isFirst = true;
        for (JsonNode finding : found) {
            if (!isFirst) {
                output.line("");
            }
            isFirst = false;
            output.line(severity(finding.path("severity").asString("")) + "  "
                    + output.heading(finding.path("collection").asString("")));
            wrapped(finding.path("text").asString(""));
            wrapped(finding.path("hint").asString(""));
            String samples = finding.path("samples").values().stream()
                    .map(JsonNode::asString)
                    .collect(Collectors.joining(", "));
            if (!samples.isEmpty()) {
                wrapped("Such as " + samples);
            }
        }
    }

    private void wrapped(String text) {
        Words.wrapped("  ", text).forEach(output::line);
    }

    private String severity(String severity) {
        return switch (severity) {
            case "error" -> output.failure(severity);
            case "warning" -> output.warning(severity);
            default -> severity;
        };
    }
}
