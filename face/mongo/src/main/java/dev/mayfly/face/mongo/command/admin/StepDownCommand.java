package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.replica.Membership;
import dev.mayfly.face.mongo.wire.Reply;

/** Makes a primary a secondary for a while, or lets a secondary stay one for longer or no longer. */
public final class StepDownCommand implements MongoCommand {
    private static final long STEP_DOWN_SECONDS = 60;
    private static final long CATCH_UP_SECONDS = 10;

    private final boolean isFreeze;

    private StepDownCommand(boolean isFreeze) {
        this.isFreeze = isFreeze;
    }

    public static MongoCommand stepDown() {
        return new StepDownCommand(false);
    }

    public static MongoCommand freeze() {
        return new StepDownCommand(true);
    }

    @Override
    public String name() {
        return isFreeze ? "replSetFreeze" : "replSetStepDown";
    }

    @Override
    public boolean isLenient() {
        return true;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Access access() {
        return Access.MANAGE_SERVER;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Membership membership = context.services().membership();
        if (membership == null) {
            throw new CommandError(MongoCode.NO_REPLICATION_ENABLED, "not running with --replSet");
        }
        if (!request.argument().type().isNumber()) {
            throw new CommandError(MongoCode.TYPE_MISMATCH, "expected " + name() + " to have a numeric value");
        }
        long seconds = request.argument().toBsonValue().asNumber().longValue();
        if (isFreeze) {
            freeze(membership, seconds);
        } else {
            stepDown(membership, seconds, request);
        }
        return Reply.ok();
    }

    /** Nobody has to catch up, so it makes no difference whether it is forced. */
    private static void stepDown(Membership membership, long asked, CommandRequest request) {
        long seconds = asked == 0 ? STEP_DOWN_SECONDS : asked;
        long catchUp =
                request.number("secondaryCatchUpPeriodSecs", request.bool("force", false) ? 0 : CATCH_UP_SECONDS);
        if (seconds < 0) {
            throw new CommandError(MongoCode.BAD_VALUE, "stepdown period must be a positive integer");
        }
        if (catchUp < 0) {
            throw new CommandError(
                    MongoCode.BAD_VALUE, "secondaryCatchUpPeriodSecs period must be a positive or absent");
        }
        if (seconds < catchUp) {
            throw new CommandError(
                    MongoCode.BAD_VALUE, "stepdown period must be longer than secondaryCatchUpPeriodSecs");
        }
        if (!membership.stepDown(seconds)) {
            throw new CommandError(MongoCode.NOT_WRITABLE_PRIMARY, "not primary so can't step down");
        }
    }

    private static void freeze(Membership membership, long seconds) {
        if (seconds < 0) {
            throw new CommandError(MongoCode.BAD_VALUE, "freeze period must be a positive integer");
        }
        if (!membership.freeze(seconds)) {
            throw new CommandError(
                    MongoCode.NOT_SECONDARY, "cannot freeze node when primary or running for election. state: Primary");
        }
    }
}
