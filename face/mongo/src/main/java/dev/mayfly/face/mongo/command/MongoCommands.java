package dev.mayfly.face.mongo.command;

import java.util.ArrayList;
import java.util.List;

/** The list of all commands. */
final class MongoCommands {
    private MongoCommands() {}

    /** @param withTestCommands whether those that make requests fail on purpose are among them */
    static CommandTable table(boolean withTestCommands) {
        List<MongoCommand> commands = new ArrayList<>();
        commands.addAll(handshake());
        commands.addAll(server());
        commands.addAll(sessions());
        commands.addAll(users());
        commands.addAll(queries());
        commands.addAll(writes());
        commands.addAll(indexes());
        commands.addAll(collections());
        if (withTestCommands) {
            commands.add(new ConfigureFailPointCommand());
        }
        return new CommandTable(commands);
    }

    private static List<MongoCommand> handshake() {
        return List.of(
                HelloCommand.hello(),
                HelloCommand.isMaster(),
                new SaslStartCommand(),
                new SaslContinueCommand(),
                new LogoutCommand(),
                new PingCommand());
    }

    private static List<MongoCommand> server() {
        return List.of(
                new BuildInfoCommand(),
                new HostInfoCommand(),
                new GetLogCommand(),
                new GetCmdLineOptsCommand(),
                new GetParameterCommand(),
                new SetParameterCommand(),
                new MayflyClockCommand(),
                new ConnectionStatusCommand(),
                new WhatsMyUriCommand(),
                new GetDiagnosticDataCommand(),
                new CurrentOpCommand(),
                new KillOpCommand(),
                new TopCommand(),
                new ProfileCommand(),
                new FsyncCommand(),
                DefaultConcernsCommand.report(),
                DefaultConcernsCommand.setting(),
                AbsentPartCommand.connectionPools(),
                AbsentPartCommand.locks(),
                AbsentPartCommand.logFiles(),
                ReplicaSetCommand.status(),
                ReplicaSetCommand.configuration(),
                ReplicaSetCommand.initiation(),
                StepDownCommand.stepDown(),
                StepDownCommand.freeze());
    }

    private static List<MongoCommand> queries() {
        return List.of(
                new FindCommand(),
                new GetMoreCommand(),
                new AggregateCommand(),
                new CountCommand(),
                new DistinctCommand());
    }

    private static List<MongoCommand> collections() {
        return List.of(
                new CreateCommand(),
                new ConvertToCappedCommand(),
                new DropCommand(),
                new DropDatabaseCommand(),
                new RenameCollectionCommand(),
                new ListDatabasesCommand(),
                new ListCollectionsCommand(),
                new CollStatsCommand(),
                new DbStatsCommand(),
                new DataSizeCommand(),
                new CompactCommand(),
                new ValidateCommand(),
                new ServerStatusCommand());
    }

    private static List<MongoCommand> writes() {
        return List.of(
                new InsertCommand(),
                new UpdateCommand(),
                new DeleteCommand(),
                new FindAndModifyCommand(),
                new BulkWriteCommand());
    }

    private static List<MongoCommand> indexes() {
        return List.of(
                new CreateIndexesCommand(),
                new ListIndexesCommand(),
                new DropIndexesCommand(),
                new ReIndexCommand(),
                new CollModCommand(),
                AbsentPartCommand.plans(),
                AbsentPartCommand.indexFilters(),
                AbsentPartCommand.indexFiltersCleared());
    }

    private static List<MongoCommand> sessions() {
        return List.of(
                new StartSessionCommand(),
                EndSessionsCommand.end(),
                EndSessionsCommand.kill(),
                EndSessionsCommand.refresh(),
                new KillAllSessionsCommand(),
                new KillCursorsCommand(),
                EndTransactionCommand.commit(),
                EndTransactionCommand.abort());
    }

    private static List<MongoCommand> users() {
        return List.of(
                new CreateUserCommand(),
                new UpdateUserCommand(),
                new DropUserCommand(),
                new DropAllUsersCommand(),
                ChangeRolesCommand.grant(),
                ChangeRolesCommand.revoke(),
                new UsersInfoCommand(),
                new RolesInfoCommand());
    }
}
