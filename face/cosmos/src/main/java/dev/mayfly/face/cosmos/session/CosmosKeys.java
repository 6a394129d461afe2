package dev.mayfly.face.cosmos.session;

/** The keys of the account. */
public final class CosmosKeys {
    /** The key that every emulator has and everybody knows; good for nothing but this machine. */
    public static final String EMULATOR =
            "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    private CosmosKeys() {}
}
