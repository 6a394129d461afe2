package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Draws what expires when. */
@Command(
        name = "forecast",
        header = "Draw what expires when, and what has expired.",
        description = {
            "",
            "Examples:",
            "  mayfly forecast                               # all collections, the next day by the hour",
            "  mayfly forecast demo.sessions --next 10m --bucket 1m",
            "  mayfly forecast demo.events --past 24h --next 24h --bytes",
            "  mayfly forecast --next 7d -o csv > week.csv"
        })
public final class ForecastCommand implements Callable<Integer> {
    private static final Table BUCKETS = new Table()
            .instant("FROM", "from")
            .figure("DOCUMENTS", "documents", Words::count)
            .figure("BYTES", "bytes", Words::bytes)
            .figure("EXPIRED", "expired", Words::count)
            .figure("PURGED", "purged", Words::count)
            .figure("PROPERTIES", "properties", Words::count);
    /** Lengths of a bucket that people like. */
    private static final List<Duration> STEPS = List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(12),
            Duration.ofDays(1),
            Duration.ofDays(7),
            Duration.ofDays(30));

    private static final int BARS = 24;

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(arity = "0..1", paramLabel = "DB.COLL", description = "The collection; all of them if none is named.")
    private @Nullable String collection;

    @Option(names = "--next", paramLabel = "DURATION", description = "How far to look ahead. Default: 24h.")
    private String next = "24h";

    @Option(names = "--past", paramLabel = "DURATION", description = "How far to look back. Default: 0s.")
    private String past = "0s";

    @Option(names = "--bucket", paramLabel = "DURATION", description = "How much time a bar stands for.")
    private @Nullable String bucket;

    @Option(names = "--bytes", description = "Bars of bytes instead of documents.")
    private boolean bytes;

    @Override
    public Integer call() {
        UrlQuery path = collection == null
                ? new UrlQuery("/api/v1/forecast")
                : where.find(server, collection).at("/forecast");
        Duration ahead = ArgumentReader.duration(next);
        Duration back = ArgumentReader.duration(past);
        JsonNode forecast = server.get(path.with("from", back.isZero() ? "0s" : "-" + past)
                .with("until", next)
                .with("bucket", bucket == null ? step(ahead.plus(back)).toString() : bucket)
                .toString());
        List<JsonNode> buckets = List.copyOf(forecast.path("buckets").values());
        if (output.isTable()) {
            new ForecastDrawing(output, bytes).draw(forecast);
        } else if (output.isList()) {
            output.list(buckets, BUCKETS);
        } else {
            output.show(forecast);
        }
        return ExitCode.OK;
    }

    private static Duration step(Duration whole) {
        return STEPS.stream()
                .filter(step -> step.multipliedBy(BARS).compareTo(whole) >= 0)
                .findFirst()
                .orElse(STEPS.getLast());
    }
}
