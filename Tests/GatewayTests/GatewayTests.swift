import TestSupport
import Testing

/// Tests of the web gateway; those of the running program run one at a time.
@Suite(.serialized, .blocking, .sharing) struct GatewayTests {}
