package dev.mayfly.face.mongo.failpoint;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** When a fail point triggers, of the times that it is reached. */
public sealed interface FailPointMode {
    /** Never. */
    record Off() implements FailPointMode {}

    /** Always, until it is switched off. */
    record AlwaysOn() implements FailPointMode {}

    /** The first times, and never again. */
    record Times(long count) implements FailPointMode {}

    /** Always, but for the first times. */
    record Skip(long count) implements FailPointMode {}

    /** Triggers at random. */
    record Random(double probability) implements FailPointMode {}

    /**
     * Reads the mode as clients write it.
     *
     * @throws CommandError if the mode is unknown
     */
    static FailPointMode of(BsonValue mode) {
        if (mode.isString()) {
            return switch (mode.asString().getValue()) {
                case "off" -> new Off();
                case "alwaysOn" -> new AlwaysOn();
                default -> throw refused("unknown mode: " + mode.asString().getValue());
            };
        }
        if (!mode.isDocument()) {
            throw new CommandError(MongoCode.TYPE_MISMATCH, "'mode' must be a string or JSON object");
        }
        return of(mode.asDocument());
    }

    private static FailPointMode of(BsonDocument mode) {
        if (mode.size() != 1) {
            throw refused("'mode' must be one of 'off', 'alwaysOn', 'times', 'skip' and 'activationProbability'");
        }
        Map.Entry<String, BsonValue> only = mode.entrySet().iterator().next();
        BsonValue value = only.getValue();
        if (!value.isNumber()) {
            throw new CommandError(MongoCode.TYPE_MISMATCH, "'" + only.getKey() + "' option must be a number");
        }
        return switch (only.getKey()) {
            case "times" -> new Times(count(only.getKey(), value));
            case "skip" -> new Skip(count(only.getKey(), value));
            case "activationProbability" -> new Random(probability(value));
            default -> throw refused("unknown mode: " + only.getKey());
        };
    }

    private static long count(String option, BsonValue value) {
        long count = value.asNumber().longValue();
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw refused("'" + option + "' option to 'mode' must be a number from 0 to " + Integer.MAX_VALUE);
        }
        return count;
    }

    private static double probability(BsonValue value) {
        double probability = value.asNumber().doubleValue();
        if (!(probability >= 0 && probability <= 1)) {
            throw refused("activationProbability must be between 0.0 and 1.0; found " + probability);
        }
        return probability;
    }

    private static CommandError refused(String text) {
        return new CommandError(MongoCode.BAD_VALUE, text);
    }
}
