package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.Profiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Says which operations of a database are recorded, and from when on operations of the server count as slow. */
public final class ProfileCommand implements MongoCommand {
    private static final String SLOW_MILLIS = "slowms";
    private static final String SAMPLE_RATE = "sampleRate";
    private static final String FILTER = "filter";

    @Override
    public String name() {
        return "profile";
    }

    @Override
    public Set<String> fields() {
        return Set.of(SLOW_MILLIS, SAMPLE_RATE, FILTER);
    }

    @Override
    public Access access() {
        return Access.PROFILE;
    }

    /** Answers the old setting; a level out of range leaves the level as it is, which is how a client reads it. */
    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (!request.argument().type().isNumber()) {
            throw request.wrongType(name(), request.argument(), "types '[long, int, decimal, double]'");
        }
        Profiler profiler = context.services().profiler();
        Profiler.Setting was = profiler.setting(request.database());
        Profiler.Pace pace = profiler.pace();
        Profiler.Pace changed = changed(pace, request);
        long asked = request.argument().longValue();
        boolean isLevel = asked >= Profiler.OFF && asked <= Profiler.ALL;
        Profiler.Setting now = new Profiler.Setting(isLevel ? (int) asked : was.level(), filter(was, request));
        if (!now.equals(was)) {
            profiler.set(request.database(), now);
        }
        profiler.setPace(changed);
        BsonBuilder reply = new BsonBuilder()
                .int32("was", was.level())
                .int32(SLOW_MILLIS, (int) pace.slowMillis())
                .real(SAMPLE_RATE, pace.sampleRate());
        if (was.filter() != null) {
            reply.value(FILTER, was.filter().text());
        }
        if (now.filter() != null) {
            reply.text(
                    "note",
                    "When a filter expression is set, slowms and sampleRate are not used for profiling and slow-query"
                            + " log lines.");
        }
        return Reply.ok(reply);
    }

    private static Profiler.Pace changed(Profiler.Pace pace, CommandRequest request) {
        Optional<BsonView> rate = request.field(SAMPLE_RATE);
        if (rate.isPresent() && !rate.get().type().isNumber()) {
            throw request.wrongType(SAMPLE_RATE, rate.get(), "types '[long, int, decimal, double]'");
        }
        double sampleRate = rate.map(BsonView::doubleValue).orElse(pace.sampleRate());
        if (!(sampleRate >= 0 && sampleRate <= 1)) {
            throw new CommandError(MongoCode.BAD_VALUE, "'sampleRate' must be between 0.0 and 1.0 inclusive");
        }
        return new Profiler.Pace((int) request.number(SLOW_MILLIS, pace.slowMillis()), sampleRate);
    }

    private static Profiler.@Nullable Filter filter(Profiler.Setting was, CommandRequest request) {
        Optional<BsonView> asked = request.field(FILTER);
        if (asked.isEmpty()) {
            return was.filter();
        }
        return switch (CommandRequest.typeOf(asked.get())) {
            case DOCUMENT -> {
                BsonDocument text = asked.get().toBsonValue().asDocument();
                yield new Profiler.Filter(text, Query.filter(text, Variables.NONE));
            }
            case STRING -> unset(asked.get().stringValue());
            default -> throw noFilter();
        };
    }

    private static Profiler.@Nullable Filter unset(String word) {
        if (!word.equals("unset")) {
            throw noFilter();
        }
        return null;
    }

    private static CommandError noFilter() {
        return new CommandError(MongoCode.BAD_VALUE, "Expected an object, or the string 'unset'.");
    }
}
