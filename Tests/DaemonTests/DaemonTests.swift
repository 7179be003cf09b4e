import Testing

/// Tests of live daemons from the installed layout, one after the other: they wait for processes and
/// sockets, and each may have the machine to itself.
///
/// `BUTTOND_TEST_PREFIX` names the layout; scripts/test makes it.
@Suite(.serialized) struct DaemonTests {}
