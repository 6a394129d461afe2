package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.ServerCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An addition to MongoDB, for tests of applications: reports the time by which documents expire, and advances a virtual
 * clock. {@code {mayflyClock: 1, advance: "2h"}} or {@code {mayflyClock: 1, set: new Date(...)}}.
 */
public final class MayflyClockCommand implements ServerCommand {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");

    @Override
    public String name() {
        return "mayflyClock";
    }

    @Override
    public Set<String> fields() {
        return Set.of("advance", "set");
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Consumer<Instant> winding = context.services().winding();
        BsonValue advance = value(request, "advance");
        BsonValue set = value(request, "set");
        if (advance != null && set != null) {
            throw new CommandError(MongoCode.BAD_VALUE, "mayflyClock takes either advance or set");
        }
        if (advance != null) {
            wind(winding, now(context).plus(duration(advance)));
        } else if (set != null) {
            wind(winding, instant(set));
        }
        return Reply.ok(new BsonBuilder()
                .value("now", new BsonDateTime(now(context).toEpochMilli()))
                .value("virtual", BsonBoolean.valueOf(winding != null)));
    }

    private static @Nullable BsonValue value(CommandRequest request, String field) {
        return request.field(field).map(view -> view.toBsonValue()).orElse(null);
    }

    private static Instant now(CommandContext context) {
        return Instant.ofEpochMilli(context.services().deadlines().wallMillis());
    }

    private static void wind(@Nullable Consumer<Instant> winding, Instant to) {
        if (winding == null) {
            throw new CommandError(
                    MongoCode.ILLEGAL_OPERATION,
                    "this server runs on the system clock, which nobody winds; start it with --clock virtual");
        }
        try {
            winding.accept(to);
        } catch (IllegalArgumentException refusal) {
            throw new CommandError(MongoCode.BAD_VALUE, String.valueOf(refusal.getMessage()));
        }
    }

    /** A number of seconds, or a text such as 90s, 15m, 7d or PT2H. */
    private static Duration duration(BsonValue value) {
        if (value instanceof BsonNumber seconds && seconds.longValue() >= 0) {
            return Duration.ofSeconds(Math.min(seconds.longValue(), Integer.MAX_VALUE * 10L));
        }
        if (value instanceof BsonString text) {
            Matcher parts = DURATION.matcher(text.getValue());
            if (parts.matches()) {
                return duration(Long.parseLong(parts.group(1)), parts.group(2));
            }
            try {
                Duration parsed = Duration.parse(text.getValue());
                if (!parsed.isNegative()) {
                    return parsed;
                }
            } catch (DateTimeException _) {
                // Refused below.
            }
        }
        throw new CommandError(
                MongoCode.BAD_VALUE,
                "advance needs a number of seconds, or a duration such as '90s', '15m', '2h', '7d'");
    }

    private static Duration duration(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    private static Instant instant(BsonValue value) {
        if (value instanceof BsonDateTime date) {
            return Instant.ofEpochMilli(date.getValue());
        }
        if (value instanceof BsonString text) {
            try {
                return Instant.parse(text.getValue());
            } catch (DateTimeException _) {
                // Refused below.
            }
        }
        throw new CommandError(MongoCode.BAD_VALUE, "set needs a Date, or an instant such as '2026-01-01T00:00:00Z'");
    }
}
